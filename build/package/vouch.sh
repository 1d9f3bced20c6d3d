#!/bin/sh
# The command line of Vouch: link it to a folder on the PATH. A relative link is resolved from its own folder.
file=$0
while link=$(readlink "$file"); do
  case $link in
    /*) file=$link ;;
    *) file=$(dirname "$file")/$link ;;
  esac
done
here=$(cd "$(dirname "$file")" && pwd -P)
exec "$here/../../MacOS/Vouch" "$@"
