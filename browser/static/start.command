#!/bin/sh
# Shows the page on this computer, see README.html.
cd "$(dirname "$0")" || exit 1
python3 -c "" 2>/dev/null && exec python3 start.py
echo "NEEDS_PYTHON"
read -r _
