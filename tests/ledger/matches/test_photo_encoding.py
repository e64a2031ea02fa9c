"""Photos are re-encoded: only pixels stay, and hostile files are refused within limits."""

from __future__ import annotations

import io
import random
import sys
from importlib import util
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from tablescribe.domain.match.limits import PICTURE_BYTES, PICTURE_SIDE
from tablescribe.ledger.log.pictures import BadPicture, check_plain
from tablescribe.ledger.matches import photo_encoder, photo_encoding
from tablescribe.ledger.matches.photo_encoding import PhotosUnavailable, encoded, thumbnail
from tests import photos
from tests.depth import each_with, times


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data), formats=("JPEG",))


def test_nothing_of_a_photo_stays_but_its_pixels() -> None:
    """Given place, device, comment, profile and an archive after the end, none of it is in what is kept."""
    contents = photos.of_a_phone()
    assert all(one in contents for one in (photos.MAKER, photos.PLACE, photos.TRAILING))
    kept = encoded(contents, "IMG_1.JPG")
    assert check_plain(kept) == (640, 480)
    assert not any(one in kept for one in (photos.MAKER, photos.PLACE, b"Exif", b"secret", b"<script>", b"ICC"))
    picture = opened(kept)
    assert (dict(picture.getexif()), {*picture.info}) == ({}, {"jfif", "jfif_version", "jfif_unit", "jfif_density"})
    red, _, blue = picture.getpixel((50, 100))  # type: ignore[misc]
    assert red > 200 > 100 > blue


def test_a_photo_stands_upright() -> None:
    """Given a phone that was turned, the pixels are turned, as what said so is left out."""
    kept = opened(encoded(photos.of_a_phone(orientation=6)))
    assert kept.size == (480, 640)
    top, bottom = kept.getpixel((240, 100)), kept.getpixel((240, 540))
    assert top[0] > 200 > bottom[0]  # type: ignore[index]


@pytest.mark.parametrize(("mode", "kind"), each_with(["RGB", "RGBA", "L"], ["PNG", "WEBP"]))
def test_other_kinds_become_plain_jpegs(kind: str, mode: str) -> None:
    assert check_plain(encoded(photos.as_file(photos.drawing(30, 20).convert(mode), kind))) == (30, 20)


@pytest.mark.parametrize("mode", ["1", "P", "LA", "I;16", "CMYK"])
def test_rare_modes_of_pixels_are_read(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert check_plain(encoded(photos.as_file(Image.new(mode, (30, 20)), kind))) == (30, 20)


def test_large_photos_are_scaled_down_until_they_fit() -> None:
    noise = Image.effect_noise((3600, 2700), 90).convert("RGB")
    kept = encoded(photos.as_file(noise, quality=80))
    width, height = check_plain(kept)
    assert len(kept) <= PICTURE_BYTES
    assert 500 < height < width <= PICTURE_SIDE
    assert len(thumbnail(kept)) < 150_000
    assert max(opened(thumbnail(kept)).size) == 480


def test_hostile_files_are_refused_with_what_to_do() -> None:
    for name, (contents, called) in photos.hostile().items():
        with pytest.raises(BadPicture) as refused:
            encoded(contents, called)
        words = str(refused.value)
        assert any(hint in words for hint in ("JPEG", "Rename", "smaller", "Copy it again")), name
        assert refused.value.code == "photo.bad"


def test_a_decoder_that_takes_too_long_or_too_much_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a decoder that hangs, or is killed by its limits, the photo is refused and nothing else happens."""
    monkeypatch.setattr(photo_encoding, "WAIT", 0.01)
    with pytest.raises(BadPicture, match="too much memory"):
        encoded(photos.plain())
    monkeypatch.undo()
    monkeypatch.setattr(photo_encoder, "__file__", "/nowhere/decoder.py")
    with pytest.raises(BadPicture, match="too much memory"):
        encoded(photos.plain())


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_the_decoder_has_a_limit_of_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Given a picture within the limits of pixels that needs more than the decoder may have, it is refused."""
    text = Path(photo_encoder.__file__).read_text()
    assert "1 << 30" in text
    small = tmp_path / "small_encoder.py"
    small.write_text(text.replace("1 << 30", "300 << 20"))
    monkeypatch.setattr(photo_encoding, "photo_encoder", SimpleNamespace(__file__=str(small)))
    assert encoded(photos.plain())
    with pytest.raises(BadPicture, match="too much memory"):
        encoded(photos.as_file(Image.new("RGB", (6000, 6000)), "PNG"))


def test_without_pillow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_encoding, "find_spec", lambda name: None)
    with pytest.raises(PhotosUnavailable, match=r"tablescribe\[photos\]"):
        encoded(photos.plain())
    assert thumbnail(photos.plain()) == photos.plain()
    assert util.find_spec("PIL") is not None


# --- anything at all ----------------------------------------------------------------------------------


def changed(contents: bytes, chance: random.Random) -> bytes:
    """Return a file with bytes changed, cut, doubled or put in."""
    odd = bytearray(contents)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(odd))
        what = chance.randrange(5)
        if what == 0:
            odd[at] = chance.choice((0, 0xFF, 0x7F, 0x80, chance.randrange(256)))
        elif what == 1:
            del odd[at : at + chance.choice((1, 2, 40))]
        elif what == 2:
            odd[at:at] = odd[at : at + chance.randint(1, 60)]
        elif what == 3:
            odd[at:at] = chance.choice((b"\xff\xe1\xff\xff", b"\xff\xd9", b"\xff\xd8\xff", b"IDAT", b"\0" * 8))
        elif len(odd) > 40:
            del odd[max(40, at) :]
        odd = odd or bytearray(contents)
    return bytes(odd)


@pytest.mark.filterwarnings("ignore")
def test_whatever_the_bytes_are_a_plain_jpeg_comes_out_or_a_refusal() -> None:
    chance = random.Random(29)
    animated = photos.as_file(photos.drawing(20, 10), "PNG", save_all=True, append_images=[photos.drawing(20, 10)])
    files = [photos.of_a_phone(), photos.plain(), animated, photos.png(40, 30, b"\0" * 4000)]
    files += [photos.as_file(photos.drawing(40, 30), kind) for kind in ("PNG", "WEBP")]
    files.append(photos.as_file(photos.drawing(40, 30), progressive=True))
    outcomes = {"kept": 0, "refused": 0}
    for _ in range(times(150, 5000)):
        odd = changed(chance.choice(files), chance)
        try:
            kept = photo_encoder.encoded(odd, 256, 50_000, 1_000_000)
        except photo_encoder.Fault:  # any other error is a fault of ours
            outcomes["refused"] += 1
            continue
        assert max(check_plain(kept)) <= 256
        assert len(kept) <= 50_000
        assert not any(one in kept for one in (photos.MAKER, photos.PLACE, b"secret trailer"))
        outcomes["kept"] += 1
    assert min(outcomes.values()) > 10


def test_only_plain_jpegs_are_taken_for_plain() -> None:
    """Given a recorded picture in which somebody puts something, it is another picture of pixels alone, or refused."""
    chance, whole = random.Random(30), encoded(photos.of_a_phone())
    refused = 0
    for _ in range(times(300, 20_000)):
        odd = changed(whole, chance)
        try:
            check_plain(odd)
        except BadPicture:
            refused += 1
            continue
        assert opened(odd).format == "JPEG"
        assert not opened(odd).getexif()
    assert refused > 100


@pytest.mark.parametrize(
    "odd",
    [
        b"", b"\xff\xd8", b"\xff\xd8\xff", photos.plain()[:-2], photos.plain() + b"more",
        photos.plain()[:2] + b"\xff\xe1\x00\x08secret" + photos.plain()[2:],
        photos.plain()[:20] + b"\xff\xfe\x00\x08secret" + photos.plain()[20:],
        photos.plain() + photos.plain(), photos.as_file(photos.drawing(), progressive=True), photos.of_a_phone(),
        photos.as_file(Image.new("CMYK", (3, 3))), photos.png(3, 3), b"<svg/>",
        photos.as_file(photos.drawing(2600, 10)),
    ],
)  # fmt: skip
def test_what_is_not_plain_is_refused(odd: bytes) -> None:
    with pytest.raises(BadPicture):
        check_plain(odd)
