"""Each faction's own notation in invented logs: its effects on the table, without refusals."""

from __future__ import annotations

import pytest

from tests.domain.root.logs import Recorded, record

OTHER = "C:t_k->4/b_s->4/b_w->8/b_r->9/w->1+2+3+4+5+6+7+8+9+10+11+12"


def turns(letter: str, set_up: str, *entries: str, map_name: str = "Fall", other: str = OTHER) -> Recorded:
    """Record turns of a faction against the Marquise, who does nothing after her set-up."""
    lines = "".join(f"{letter}:{one}\nC:#->C\n" for one in entries)
    clearings = "" if map_name == "Fall" else "Clearings: F1, R2, M3, R4, F5, M6, M7, R8, F9, M10, R11, F12\n"
    head = f"Map: {map_name}\nDeck: E&P\n{clearings}{letter}: Ada\nC: Ben\n\n"
    return record(f"{head}{letter}:{set_up}\n{other}\n\n{lines}")


def test_the_eyrie_fill_their_decree_and_fall_into_turmoil() -> None:
    told = turns("E", "b+6w->2/#despot->$", "B#E->$_r/F#E->$_x/w->2/#->E", "--/$_->/#commander->$/#->E")
    assert (told.refused, told.odd) == ([], [])
    assert told.match.table.text("leader") == "commander"
    assert sum(told.count(f"decree:{column}", "?card") for column in ("recruit", "move", "battle", "build")) == 0
    viziers = [sum(told.match.table.pieces(f"decree:{column}").values()) for column in ("move", "battle", "build")]
    assert viziers == [1, 1, 0]


def test_the_alliance_gathers_supporters_and_revolts() -> None:
    told = turns("A", "3#->$", "2F#$->/Cw12->/b_f+2w->12/w->$/t->12/2#A->$/#->A")
    assert told.refused == []
    assert told.count("supporters", "?card") == 3
    assert told.count("officers", "alliance:warrior") == 1
    assert told.count("clearing:12", "alliance:base.fox") == 1
    assert told.match.table.zones.get("clearing:12", {}).get("marquise:warrior", 0) == 0


def test_the_vagabond_uses_damages_and_repairs_items() -> None:
    told = turns(
        "V", "#ranger->$/p->2_6_10_11_12", "p->11/%r->e/%h11->$/++/%s->e/%f->d/$_C->1/F#Q->$/2#->V",
        "%sd->s/p->2_6_10_11_12/%_d->s+r/%r+%s->r",
    )  # fmt: skip
    assert [why for _, _, why in told.refused] == ["there is no %s there"]
    assert told.match.table.pieces("satchel:1") == {
        "item:boot": 1, "item:crossbow": 1, "item:hammer": 1, "item:sword": 1, "item:torch": 1,
    }  # fmt: skip
    assert told.match.table.text("relation:1:marquise") == "1"
    assert told.count("quests:1", "?quest") == 1
    assert told.count("clearing:11", "ruin") == 0


def test_the_lizards_lose_warriors_to_their_acolytes_and_choose_an_outcast() -> None:
    told = turns("L", "b_f+4w->1/w->5+9+10/$_o->F", "$_ho->F/F#^/b_f->8/R#L->/++2/w->$/#->L")
    assert told.refused == []
    assert (told.match.table.text("outcast"), told.match.table.get("hated")) == ("fox", True)
    assert told.count("acolytes", "lizards:warrior") == 1
    fought = record(
        "Map: Fall\nDeck: E&P\nL: Ada\nC: Ben\n\nL:b_f+4w->1\n" + OTHER + "\n\nL:#->L\nC:XL1/(w+2Lw)1->/#->C\nL:2w$->\n"
    )
    assert (fought.refused, fought.count("acolytes", "lizards:warrior")) == ([], 0)
    assert fought.count("supply:lizards", "lizards:warrior") == 25 - 2


def test_the_riverfolk_sell_and_spend_what_they_were_paid() -> None:
    sold = record(
        "Map: Fall\nDeck: E&P\nC: Ben\nO: Ada\n\n" + OTHER + "\nO:2w->5+10/$_->2\n\nC:2w->O$/F#O->C\n"
        "O:2Cw$->/t_r+w->5/++2/$_f->3/$_h->4\nC:#->C\nO:2w$->/2w->11/w$->/2w$->\n"
    )
    assert sold.refused == []
    assert sold.match.table.number("price:hand") == 4
    assert sold.match.table.number("price:boats") == 2
    assert sold.count("clearing:5", "riverfolk:post.rabbit") == 1
    assert sold.count("hand:1", "?card") == 5
    removed = record(
        "Map: Fall\nDeck: E&P\nC: Ben\nO: Ada\n\n" + OTHER + "\nO:2w->5+10/$_->2\n\nC:#->C\nO:t_r->5\nC:Ot_r5->/++\n"
    )
    assert removed.count("box", "riverfolk:post.rabbit") == 1


def test_the_duchy_digs_and_sways() -> None:
    told = turns("D", "2w+t->1/2w->5+9+10", "2w->0/F#D->/(t+2w0)->6/(R+F)#^/#captain->$/++/#->D", "#captainD$->/w6->0")
    assert told.refused == []
    assert told.count("clearing:6", "duchy:warrior") == 1
    assert told.count("ministers", "minister:captain") == 0
    assert [rule for _, _, rule in told.odd if rule == "RO-4.2"] == []


def test_the_corvids_plot_flip_and_trick() -> None:
    told = turns("P", "w->1+5+9", "w9->/t->9/w5->/t->5/t5<->t9/#->P", "t9^t_s/++/w->12+8/#->P")
    assert (told.refused, told.odd) == ([], [])
    assert told.count("clearing:9", "corvids:plot.snare") == 1
    assert told.count("clearing:5", "?plot") == 1
    guess = "P:w9->/t->9\nC:M#^P/?Pt_b9/Pt_b9->/++/#->C\n"
    exposed = record(f"Map: Fall\nDeck: E&P\nP: Ada\nC: Ben\n\nP:w->1+5+9\n{OTHER}\n\n{guess}")
    assert (exposed.refused, exposed.odd) == ([], [])
    assert exposed.count("deck:plot", "?plot") == 8


def test_the_hundreds_have_a_warlord_mobs_and_moods() -> None:
    told = turns("H", "w_w+4w+b->1/#stubborn->$", "t->5/#wrathful->$/3w+w_w1->5/Z%s/%b6->$/#->H")
    assert told.refused == []
    assert told.match.table.text("mood") == "wrathful"
    assert told.count("clearing:5", "hundreds:mob") == 1
    assert told.count("hoard", "item:sword") + told.count("hoard", "item:bag") == 2


def test_the_keepers_find_relics() -> None:
    told = turns(
        "K", "4w->1+5/t_f->3_6_11/t_t->3_6_11", "w1->/b_f_t->1/t_f3_6_11->6/t6^t_2_f/F#K->$_1/#->K",
        "t_2_f6->$/++2/#faith$_2->/#faith$_3->$_1",
    )  # fmt: skip
    assert told.refused == []
    assert told.count("relics", "figure:2") == 1
    assert told.count("clearing:1", "keepers:waystation.figure-tablet") == 1
    assert told.match.table.pieces("retinue:1") == {"?card": 1, "retainer": 2}
    assert told.count("forest:3_6_11", "?tablet") == 1


def test_hirelings_are_hired_and_move() -> None:
    told = turns("E", "b+6w->2/#despot->$", "h_C->E$3/h_Cw->2+6/h_Cw2->6/h_CXC9/Cw9->/#->E", "h_T->E$2/Tw->1_5")
    assert told.refused == []
    assert told.count("clearing:6", "patrol:warrior") == 2
    assert told.match.table.number("controls:patrol") == 1
    assert told.match.table.number("markers:patrol") == 3
    assert told.count("path:1-5", "bandits:warrior") == 1


def test_the_mountain_has_closed_paths() -> None:
    told = turns("E", "b+6w->2/#despot->$", "F#E->/2_5->/++/#->E", map_name="Mountain", other="C:t_k->1/w->2+5")
    assert told.refused == []
    assert told.count("path:2-5", "closed") == 0


@pytest.mark.parametrize("entry", ["++->$", "R#E->$/++->$"])
def test_dominance_needs_its_card(entry: str) -> None:
    named = entry.replace("R#", "R#dom")
    head = "Map: Fall\nDeck: Standard\nE: Ada\nC: Ben\nA: Cleo\n"
    told = record(f"{head}E:b+6w->3/#despot->$\n{OTHER}\nA:3#->$\n\nE:++12/{named}\nC:#->C\nA:#->A\n")
    assert len(told.refused) == (entry == "++->$")
    assert (told.match.table.text("dominance:1") == "card:dominance-rabbit") == (entry != "++->$")
