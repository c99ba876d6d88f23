#!/bin/sh
# Creates the secrets that compose.yaml names; existing ones are kept. Only the owner may enter the folder.
# Inside a container every user can read the files.
set -eu
cd "$(dirname "$0")/secrets"
chmod 700 .

secret() { # NAME BYTES
  [ -e "$1" ] || od -An -tx1 -N"$2" /dev/urandom | tr -d ' \n' >"$1"
}

secret postgres_password 24
secret s3_access_key_id 10
secret s3_secret_access_key 24
[ -e database_url ] || printf 'postgres://skillshot:%s@postgres:5432/skillshot' "$(cat postgres_password)" >database_url
[ -e store.json ] || printf '{"identities":[{"name":"skillshot","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin","Read","Write","List"]}]}' \
  "$(cat s3_access_key_id)" "$(cat s3_secret_access_key)" >store.json
chmod 444 postgres_password s3_access_key_id s3_secret_access_key database_url store.json
