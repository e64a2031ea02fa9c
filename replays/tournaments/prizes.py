"""Prizes as data and as texts: who wins what, how ties are shared, remainders, and the digest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.prize_plan import Category, Prizes
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.prizes import Award, Awarded, Tags, award, awarded, known_tags, total
from tablescribe.domain.words.text import Spoken, Text, listed, say
from tablescribe.replays.tournaments.findings import PrizesChecked

TIES: dict[str, Text] = {
    "equal": say("Entrants with the same points share equally."),
    "hort": say("Entrants with the same points share by the Hort system: half for the place, half shared equally."),
    "rank": say("Tie-breaks decide. Only entrants they cannot tell apart share."),
}


def money_text(amount: int | Fraction, prizes: Prizes) -> str:
    """Return an amount in the smallest unit for display: `133.33 EUR`; a fraction is cut to whole units."""
    whole, rest = divmod(int(amount), 10**prizes.digits)
    return f"{whole}{f'.{rest:0{prizes.digits}}' if prizes.digits else ''} {prizes.currency}"


def prizes_data(tournament: Tournament, tags: Tags, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return the prizes by the current standings as plain data.

    Raises:
        Refused: the plan has no prizes.
    """
    prizes = tournament.plan.prizes
    if prizes is None:
        raise Refused(say("this tournament has no prizes: its plan lists none"))
    found = awarded(tournament, tags) or award(prizes, ())
    return {
        "tournament": tournament.id,
        "version": tournament.version,
        "title": tournament.plan.title,
        "finished": tournament.finished is not None,
        "round": tournament.round,
        "rounds": tournament.plan.rounds,
        "currency": prizes.currency,
        "digits": prizes.digits,
        "unit": prizes.unit,
        "one_each": prizes.one_each,
        "total": total(prizes),
        "paid": found.paid,
        "left": sum(each.amount for each in found.remainders) + int(sum(each.rounding for each in found.remainders)),
        "digest": found.digest,
        "needs_tags": [prizes.categories[index].tag for index in found.by_tags],
        "categories": [
            _category(tournament, prizes, index, found, names) for index in range(len(prizes.categories))
        ],
    }  # fmt: skip


def checked_prizes(tournament: Tournament, tags: Tags | None) -> PrizesChecked | None:
    """Return the prizes as an audit computes them, or `None` if there are none yet.

    If `tags` is `None` although a category needs them, the digest is empty.
    """
    prizes = tournament.plan.prizes
    try:
        found = awarded(tournament, tags or {})
    except Spoken:  # the log gives no standings, which is a finding of its own
        return None
    if found is None or prizes is None:
        return None
    wanted = tuple(known_tags(prizes))
    return PrizesChecked("" if wanted and tags is None else found.digest, wanted)


def _category(
    tournament: Tournament, prizes: Prizes, index: int, found: Awarded, names: Mapping[Ref, str]
) -> dict[str, Any]:
    one, rest = prizes.categories[index], found.remainders[index]
    return {
        "name": one.name,
        "rule": f"prizes.categories.{index + 1}",
        "ties": one.ties,
        "tag": one.tag,
        "rated_from": one.rated_from,
        "rated_below": one.rated_below,
        "unrated": one.unrated,
        "besides": one.besides,
        "prizes": [{"amount": each.amount, "thing": each.thing} for each in one.prizes],
        "awards": [_award(tournament, each, names) for each in found.awards if each.category == index],
        "rounding": int(rest.rounding),
        "not_won": {"amount": rest.amount, "things": list(rest.things)},
    }  # fmt: skip


def _award(tournament: Tournament, one: Award, names: Mapping[Ref, str]) -> dict[str, Any]:
    return {
        "entrant": one.ref, "number": tournament.entrants[one.ref].number, "name": names[one.ref],
        "places": list(one.places), "amount": one.amount, "exact": str(one.exact), "things": list(one.things),
        "draw_among": one.among, "rule": one.rule,
    }  # fmt: skip


def category_lines(one: Category) -> Iterator[Text]:
    """Yield who competes in a category and how ties are shared, in words."""
    if one.tag:
        yield say("For entrants tagged {tag}.", tag=one.tag)
    if one.rated_from is not None and one.rated_below is not None:
        yield say("For ratings from {low} to below {high}.", low=one.rated_from, high=one.rated_below)
    elif one.rated_from is not None:
        yield say("For ratings from {low}.", low=one.rated_from)
    elif one.rated_below is not None:
        yield say("For ratings below {high}.", high=one.rated_below)
    if one.is_rated and one.unrated:
        yield say("Entrants without a rating compete, too.")
    yield TIES[one.ties]
    if one.besides:
        yield say("Can be won in addition to another prize.")


def prize_lines(prizes: Prizes) -> Iterator[Text]:
    """Yield the prizes of a plan, category by category, and the rules that apply to all of them."""
    for one in prizes.categories:
        values = [_worth(each.amount, each.thing, prizes) for each in one.prizes]
        won = say("{category}: {prizes}.", category=one.name, prizes=listed(values))
        yield listed([won, *category_lines(one)], " ")
    yield from _common(prizes)


def _common(prizes: Prizes) -> Iterator[Text]:
    if prizes.one_each:
        yield say("One prize per person: the highest, or, if equal, from the category listed first.")
    if prizes.unit > 1:
        yield say("Shares are rounded down to {unit}.", unit=money_text(prizes.unit, prizes))


def _worth(amount: int, thing: str, prizes: Prizes) -> Text | str:
    parts = [money_text(amount, prizes)] if amount else []
    return listed([*parts, *([thing] if thing else [])], " + ")


def award_text(one: Mapping[str, Any], prizes: Prizes) -> Text:
    """Return an award of `prizes_data` in words."""
    money = money_text(one["amount"], prizes) if one["amount"] else ""
    if not one["things"]:
        return listed([money or money_text(0, prizes)])
    if one["draw_among"] == 1:
        return listed([*([money] if money else []), *one["things"]], " + ")
    drawn = say("{things}: {n} equal entrants draw lots", things=", ".join(one["things"]), n=one["draw_among"])
    return listed([*([money] if money else []), drawn], " + ")


def place_text(one: Mapping[str, Any]) -> str:
    """Return the places that share an award: `1` or `2–4`."""
    first, last = one["places"]
    return str(first) if first == last else f"{first}–{last}"


def lines(data: Mapping[str, Any], prizes: Prizes) -> Iterator[Text]:
    """Yield the prizes of `prizes_data` in words."""
    yield say("Prizes of {title}", title=data["title"])
    if not data["finished"]:
        yield say("PROVISIONAL: after round {round} of {rounds}.", round=data["round"], rounds=data["rounds"])
    for one in data["categories"]:
        yield say("{category}:", category=one["name"])
        for each in one["awards"]:
            yield say("{places}. {name}: {what}", places=place_text(each), name=each["name"],
                      what=award_text(each, prizes))  # fmt: skip
        if not one["awards"]:
            yield say("No winner in this category.")
    yield from remainder_lines(data, prizes)
    yield say("Prizes: {digest}", digest=data["digest"])


def remainder_lines(data: Mapping[str, Any], prizes: Prizes) -> Iterator[Text]:
    """Yield the total paid, remainders of rounding, prizes without a winner, and what cannot be proved."""
    yield say(
        "Paid: {paid} of {total}.", paid=money_text(data["paid"], prizes), total=money_text(data["total"], prizes)
    )
    for one in data["categories"]:
        if one["rounding"]:
            yield say("{category}: {amount} is left over from rounding shares down.", category=one["name"],
                      amount=money_text(one["rounding"], prizes))  # fmt: skip
        kept = [*([money_text(one["not_won"]["amount"], prizes)] if one["not_won"]["amount"] else []),
                *one["not_won"]["things"]]  # fmt: skip
        if kept:
            yield say("{category}: not won: {what}.", category=one["name"], what=", ".join(kept))
    if data["needs_tags"]:
        yield say(
            "Who has the tags {tags} is the organiser's word: it is not part of the record.",
            tags=", ".join(data["needs_tags"]),
        )
