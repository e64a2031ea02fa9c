"""Install the four folders as one import package: `domain/` is imported as `tablescribe.domain`."""

from setuptools import find_packages, setup

ROOMS = ("domain", "ledger", "replays", "cli")

setup(
    package_dir={f"tablescribe.{room}": room for room in ROOMS},
    packages=[
        f"tablescribe.{package}" for room in ROOMS for package in (room, *(f"{room}.{p}" for p in find_packages(room)))
    ],
    package_data={"": ["**/*"]},
)
