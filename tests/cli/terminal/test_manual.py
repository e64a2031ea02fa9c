"""Man pages and completion scripts match the commands, and troff can read them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tablescribe.cli.main import COMMANDS, cli
from tablescribe.cli.terminal.manual import files

MADE = files(cli, "9.9")


def test_every_command_has_a_page_and_every_shell_a_script() -> None:
    for name in COMMANDS:
        page = MADE[f"share/man/man1/tablescribe-{name}.1"]
        assert page.startswith(f'.TH "TABLESCRIBE-{name.upper()}" 1 "" "Tablescribe 9.9"')
        assert ".SH EXAMPLES" in page
    assert ".SH EXIT STATUS\n.nf\n0  done" in MADE["share/man/man1/tablescribe.1"]
    assert "--seat" not in MADE["share/man/man1/tablescribe-show.1"], "hyphens are escaped, so that they can be copied"
    assert sum("_TABLESCRIBE_COMPLETE" in text for text in MADE.values()) == 3


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_troff_has_nothing_to_complain_about() -> None:
    pages = "".join(text for path, text in MADE.items() if path.endswith(".1"))
    done = subprocess.run(["groff", "-man", "-Tutf8", "-Kutf8", "-ww"], input=pages, capture_output=True, text=True)
    assert done.returncode == 0
    assert "warning" not in done.stderr, done.stderr[:500]
    assert "Report the result of TABLE" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="Bash is not installed")
def test_bash_accepts_its_script() -> None:
    script = MADE["share/bash-completion/completions/tablescribe"]
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)
