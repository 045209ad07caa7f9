#!/usr/bin/env bash
# Software: SQLite's shell 3.40.1 as Debian 12 builds it (package sqlite3, with libsqlite3-0).
# Guess: '.recover', which SQLite's manual has for damaged files, writes out at least all of a file
#   that is whole, as '.dump' does.
# Instead: not one row: it says 'SQL logic error' and ends with seven lines of settings, because
#   Debian's library is built without the pages table that it reads (DBPAGE_VTAB). In a pipe the
#   exit code is 0 and the new file is a valid database without tables.
# Product: says so (docs/backups-and-upgrades.md); a damaged database is restored from a copy, and a
#   copy without its tables is refused.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' sqlite3 2> /dev/null) || { echo 'apt-get install sqlite3'; exit 2; }
[[ $version == 3.40.1* ]] || echo "Seen with 3.40.1; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
sqlite3 app.db "create table lessons (name text); insert into lessons values ('Waves'), ('Light')"
sqlite3 app.db .recover 2> fault | sqlite3 recovered.db || true
sqlite3 app.db .dump | sqlite3 dumped.db
tables() { sqlite3 "$1" 'select count(*) from sqlite_master'; }
seen="$(cat fault); tables: $(tables recovered.db) recovered, $(tables dumped.db) dumped; $(sqlite3 recovered.db 'pragma integrity_check')"
echo "$seen"
[[ $seen == 'sql error: SQL logic error (1); tables: 0 recovered, 1 dumped; ok' ]]
