"""Packs the built book: `zip_site.py SITE ZIP`. The same site gives the same bytes."""

import sys
import zipfile
from pathlib import Path

# A zip file keeps times; the oldest it can.
TIME = (1980, 1, 1, 0, 0, 0)


def pack(site, file):
    """Write every file of the folder into a zip file, in a folder of the zip file's name."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in site.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(f"{file.stem}/{path.relative_to(site).as_posix()}", TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    pack(*map(Path, sys.argv[1:]))
    print(f"{sys.argv[2]}: {Path(sys.argv[2]).stat().st_size / 2**20:.1f} MB")
