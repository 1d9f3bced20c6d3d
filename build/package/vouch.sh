#!/bin/sh
# The command line of Vouch: link it to a folder on the PATH.
here=$(cd "$(dirname "$(readlink "$0" || echo "$0")")" && pwd)
exec "$here/../../MacOS/Vouch" "$@"
