"""Every module of the pages can be imported first: none leans on another having been there before it."""

from __future__ import annotations

import subprocess
import sys

from tests.machine import ROOT

EACH_ALONE = """
import gc, importlib, pkgutil, sys
gc.disable()
import web
found = [module.name for module in pkgutil.walk_packages(web.__path__, "web.")]
for name in found:
    for loaded in [one for one in sys.modules if one.startswith("web.")]:
        del sys.modules[loaded]
    importlib.import_module(name)
print(len(found))
"""


def test_every_module_of_the_pages_can_be_imported_first():
    done = subprocess.run([sys.executable, "-c", EACH_ALONE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60
