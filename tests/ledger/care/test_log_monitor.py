"""The monitor checks that all sources show one history, and reports a fork."""

import socket
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tablescribe.ledger.care.log_monitor import Observation, make_folder, watch
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerUnavailable
from tablescribe.ledger.proofs.tree.signed_note import Signer, cosign
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner
from tests.ledger.witnessing import LOG, NOW, WITNESS, checkpoint, published


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    make_folder(tmp_path / "keep")
    return tmp_path / "keep"


def kept(tmp_path: Path, size: int, history: str = "", name: str = "kept") -> str:
    path = tmp_path / f"{name}-{size}.checkpoint"
    path.write_text(checkpoint(size, history), "utf-8")
    return str(path)


def look(keep: Path, *sources: object) -> list[Observation]:
    return watch([str(one) for one in sources], [LOG.key], keep)


def states(found: list[Observation]) -> list[str]:
    return [one.state for one in found]


@pytest.mark.parametrize("size", [1, 5, 256, 700])
def test_a_published_log_is_rebuilt(tmp_path: Path, keep: Path, size: int) -> None:
    (found,) = look(keep, published(tmp_path / "www", size))
    counted = "1 event" if size == 1 else f"{size} events"
    assert (found.state, f"{counted}; the tiles match the signed root" in str(found.words)) == ("good", True)


def test_checkpoints_that_people_kept_are_compared_with_the_tiles(tmp_path: Path, keep: Path) -> None:
    www = published(tmp_path / "www", 700)
    assert states(look(keep, www, kept(tmp_path, 3), kept(tmp_path, 300), kept(tmp_path, 700))) == ["good"] * 4


def test_cosigned_checkpoints_are_compared_like_others(tmp_path: Path, keep: Path) -> None:
    path = tmp_path / "cosigned"
    path.write_text(cosign(checkpoint(5), [WitnessSigner(WITNESS, NOW)]))
    assert states(look(keep, published(tmp_path / "www", 9), path)) == ["good", "good"]


class TestForks:
    def test_two_roots_of_one_size(self, tmp_path: Path, keep: Path) -> None:
        (found,) = look(keep, kept(tmp_path, 7), kept(tmp_path, 7, "evil", "other"))
        assert (found.state, "tablescribe/0f3c HAS FORKED" in str(found.words)) == ("fork", True)
        assert found.evidence is not None
        assert {(found.evidence / f"{name}.checkpoint").read_text() for name in ("one", "other")} == {
            checkpoint(7), checkpoint(7, "evil"),
        }  # fmt: skip

    def test_a_kept_checkpoint_that_the_tiles_do_not_begin_with(self, tmp_path: Path, keep: Path) -> None:
        www = published(tmp_path / "www", 700, "evil")
        assert states(look(keep, www, kept(tmp_path, 300))) == ["fork"]
        assert states(look(keep, www, kept(tmp_path, 3))) == ["good", "good"], "up to there they are one"

    def test_two_places_that_show_different_logs(self, tmp_path: Path, keep: Path) -> None:
        one, other = published(tmp_path / "one", 500), published(tmp_path / "other", 300, "evil")
        assert states(look(keep, one, other)) == ["fork"]

    def test_another_history_than_it_saw_the_last_time(self, tmp_path: Path, keep: Path) -> None:
        """Given a source that shows one history today and another tomorrow, the earlier one is remembered."""
        www = published(tmp_path / "www", 300)
        assert states(look(keep, www)) == ["good"]
        published(www, 500, "evil")
        for _ in range(2):
            (found,) = look(keep, www)
            assert found.state == "fork"
        published(www, 500)
        assert states(look(keep, www)) == ["good"]

    def test_a_stranger_cannot_raise_the_alarm(self, tmp_path: Path, keep: Path) -> None:
        forged = tmp_path / "forged"
        forged.write_text(checkpoint(7, "evil", Signer(LOG.name, b"s" * 32)))
        found = look(keep, kept(tmp_path, 7), forged)
        assert states(found) == ["bad", "good"]
        assert "none of the known keys has signed it" in str(found[0].words)


class TestUnsure:
    def test_an_older_view_than_was_seen_is_told(self, tmp_path: Path, keep: Path) -> None:
        look(keep, published(tmp_path / "www", 500))
        (found,) = look(keep, published(tmp_path / "stale", 300))
        assert (found.state, "it shows 300 events, but 500 were seen before" in str(found.words)) == ("unsure", True)

    def test_checkpoints_alone_of_two_sizes_show_nothing(self, tmp_path: Path, keep: Path) -> None:
        found = look(keep, kept(tmp_path, 3), kept(tmp_path, 5))
        assert states(found) == ["unsure", "unsure"]
        assert "tiles would" in str(found[0].words)
        assert states(look(keep, kept(tmp_path, 3), kept(tmp_path, 5), published(tmp_path / "www", 9))) == ["good"] * 3

    def test_two_ledgers_have_nothing_to_do_with_each_other(self, tmp_path: Path, keep: Path) -> None:
        other = Signer("tablescribe/other", b"o" * 32)
        (tmp_path / "other").write_text(checkpoint(5, "else", other))
        found = watch([kept(tmp_path, 5), str(tmp_path / "other")], [LOG.key, other.key], keep)
        assert states(found) == ["good", "good"]


class TestBad:
    def test_tiles_that_are_not_those_of_the_checkpoint(self, tmp_path: Path, keep: Path) -> None:
        www = published(tmp_path / "www", 700)
        for path in [path for path in (www / "tile").rglob("*") if path.is_file()]:
            contents = path.read_bytes()
            for spoilt in (b"\0" + contents[1:], contents[:-32], contents + contents[:32], b""):
                path.write_bytes(spoilt)
                (found,) = look(keep, www)
                assert (found.state, "its tiles do not match" in str(found.words)) == ("bad", True), path
            path.unlink()
            assert states(look(keep, www)) == ["bad"]
            path.write_bytes(contents)
        assert states(look(keep, www)) == ["good"]

    @pytest.mark.parametrize("contents", [b"", b"nonsense", b"\xff", b"x" * 300_000, b"a\n1\nb\n\n"])
    def test_what_is_no_checkpoint(self, tmp_path: Path, keep: Path, contents: bytes) -> None:
        (tmp_path / "file").write_bytes(contents)
        assert states(look(keep, tmp_path / "file")) == ["bad"]

    def test_what_is_not_there(self, tmp_path: Path, keep: Path) -> None:
        assert states(look(keep, tmp_path / "nowhere", keep, "file:///etc/passwd", "\0")) == ["bad"] * 4

    def test_a_log_too_large_to_rebuild(self, tmp_path: Path, keep: Path) -> None:
        from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, sign

        (tmp_path / "www").mkdir()
        (tmp_path / "www" / "checkpoint").write_text(sign(Checkpoint(LOG.name, 2**40, b"r" * 32).text(), [LOG]))
        (found,) = look(keep, tmp_path / "www")
        assert (found.state, "more than 4194304 events" in str(found.words)) == ("bad", True)

    def test_what_it_remembers_is_not_forgotten_when_it_cannot_be_read(self, tmp_path: Path, keep: Path) -> None:
        www = published(tmp_path / "www", 5)
        look(keep, www)
        (path,) = keep.glob("*.seen")
        path.write_text("nonsense")
        with pytest.raises(LedgerDamaged, match="the record of earlier checkpoints"):
            look(keep, www)

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(LedgerUnavailable):
            make_folder(tmp_path / "file" / "keep")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Hostile(BaseHTTPRequestHandler):
    """Leads elsewhere, or pours out more than anybody wants."""

    def do_GET(self) -> None:
        if self.path == "/away/checkpoint":
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        with_much = b"x" * 65_536
        try:
            for _ in range(10_000):
                self.wfile.write(with_much)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        pass


def serving(handler: object) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)  # type: ignore[arg-type]
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class TestAddresses:
    @pytest.fixture
    def web(self, tmp_path: Path) -> Iterator[str]:
        (tmp_path / "web").mkdir()
        yield from serving(partial(Quiet, directory=str(tmp_path / "web")))

    @pytest.fixture
    def hostile(self) -> Iterator[str]:
        yield from serving(Hostile)

    def test_any_web_server_will_do(self, tmp_path: Path, keep: Path, web: str) -> None:
        published(tmp_path / "web", 700)
        found = look(keep, web + "/", kept(tmp_path, 300))
        assert states(found) == ["good", "good"]
        published(tmp_path / "web", 800, "evil")
        assert states(look(keep, web)) == ["fork"]

    def test_what_is_missing_there_is_told(self, tmp_path: Path, keep: Path, web: str) -> None:
        assert states(look(keep, web)) == ["bad"]
        published(tmp_path / "web", 700)
        (tmp_path / "web" / "tile" / "1" / "000.p" / "2").unlink()
        (found,) = look(keep, web)
        assert "tile/1/000.p/2 is missing" in str(found.words)

    def test_nobody_leads_it_to_files_or_fills_its_memory(self, keep: Path, hostile: str) -> None:
        away, flood = look(keep, f"{hostile}/away", hostile)
        assert (away.state, flood.state) == ("bad", "bad")
        assert "root:" not in str(away.words)
        assert "too large" in str(flood.words)

    def test_who_does_not_answer_is_told(self, keep: Path) -> None:
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{closed.getsockname()[1]}"
            assert states(look(keep, address)) == ["bad"]
