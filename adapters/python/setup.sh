#!/usr/bin/env bash
# Makes .venv beside this file with the engines of requirements.txt, each file checked against its hash.
# PYTHON names the interpreter; it has to be 3.11 or newer.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "these engines need Python 3.11 or newer; $("$python" --version) is too old. Set PYTHON to another." >&2
    exit 1
}
[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.txt
.venv/bin/python -c 'import phase, mtg'
echo "ready: ./run phase-python, ./run python-mtg"
