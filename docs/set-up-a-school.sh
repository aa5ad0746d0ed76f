#!/bin/sh
# Sets up a whole school from two lists: people, a group for each class, shared folders, permissions, and a client for
# a school portal.
#
#   sh set-up-a-school.sh CLASS_LIST TEACHERS SECRETS
#
#   CLASS_LIST  the pupils with their classes, CSV or XLSX (example: docs/sample-class-list.csv)
#   TEACHERS    the teachers (example: docs/sample-teachers.csv)
#   SECRETS     a folder for the new passwords and the secret of the client; created if missing
#
# It needs the command edu-repo; in a clone: npm ci && npm pack && npm install --global ./edu-repo-*.tgz
#
# It uses the default repository of the command, which must exist: the local data directory (create it with
# edu-repo init), or a remote where you are signed in as an administrator (edu-repo remote use, edu-repo login). Run it
# again when new pupils arrive: it leaves everything that exists as it is, creates nothing twice, and deletes nothing.
set -eu

if [ $# -ne 3 ]; then
  echo "usage: sh set-up-a-school.sh CLASS_LIST TEACHERS SECRETS" >&2
  exit 2
fi
if ! command -v edu-repo >/dev/null 2>&1; then
  echo "The command edu-repo is not installed. In the clone, run: npm ci && npm pack && npm install --global ./edu-repo-*.tgz" >&2
  exit 1
fi
class_list=$1
teachers=$2
secrets=$3

# Runs a command that never asks questions.
repo() {
  edu-repo --no-input "$@" </dev/null
}

if ! repo user list -o id >/dev/null; then
  echo "The script needs a repository of which you are an administrator. To create one on this machine: edu-repo init" >&2
  exit 1
fi

# Only you can read the files that the script creates from here on.
umask 077
mkdir -p "$secrets"
now=$(date +%Y-%m-%d-%H%M%S)

# Creates a group if it is missing: group NAME TITLE
group() {
  repo group get "$1" -o id >/dev/null 2>&1 || {
    repo group create "$1" --title "$2" -o id >/dev/null
    echo "Created the group $1."
  }
}

# Creates a folder if it is missing: folder PARENT NAME
folder() {
  repo node get "${1%/}/$2" -o id >/dev/null 2>&1 || {
    repo node create "$1" "$2" --type ccm:map -o id >/dev/null
    echo "Created the folder ${1%/}/$2."
  }
}

# Checks a list without changing anything, and shows its rows only if one has an error: check LIST OPTIONS
check() {
  repo user import "$@" --dry-run >"$secrets/checked" || {
    code=$?
    cat "$secrets/checked"
    rm "$secrets/checked"
    exit "$code"
  }
  rm "$secrets/checked"
}

# 1. The main groups. Every class becomes a member of schueler, the group of all pupils.
group schueler 'Alle Schülerinnen und Schüler'
group lehrkraefte 'Kollegium'

# 2. Check the lists first: an error in a list ends the script here with exit code 7 and the row and column, before it
#    creates anybody.
check "$class_list" --parent schueler --passwords "$secrets/pupils-$now.csv"
check "$teachers" --group lehrkraefte --passwords "$secrets/teachers-$now.csv"

# 3. Create the people. The new passwords are in files that only you can read: hand them out, then delete the files.
repo user import "$class_list" --parent schueler --passwords "$secrets/pupils-$now.csv"
repo user import "$teachers" --group lehrkraefte --passwords "$secrets/teachers-$now.csv"

# 4. Create a shared folder for each group of the class list, such as classes and choirs. org bind gives the group the
#    role Collaborator there. Its members find the folder with: edu-repo ls -shared_files-
folder / Klassen
repo group members schueler --type group -o id >"$secrets/groups"
while IFS= read -r authority; do
  class=${authority#GROUP_}
  folder /Klassen "$class"
  repo org bind "$class" "/Klassen/$class" -o id >/dev/null
  echo "The group $class shares /Klassen/$class."
done <"$secrets/groups"
rm "$secrets/groups"

# 5. Give the teachers access to the folders of all classes, which inherit the permissions of /Klassen.
repo share /Klassen --group lehrkraefte --write -o id >/dev/null

# 6. Create a folder that only teachers share, and one with material that pupils may read.
folder / Lehrerzimmer
repo org bind lehrkraefte /Lehrerzimmer -o id >/dev/null
echo "The group lehrkraefte shares /Lehrerzimmer."
folder / Material
repo share /Material --group lehrkraefte --write -o id >/dev/null
repo share /Material --group schueler -o id >/dev/null

# 7. Register a client, so that a portal (or edu-repo login) can request tokens. The file is the only copy of its secret.
if ! repo client list -q -o id | grep -qx schulportal; then
  repo client add schulportal --secret-file "$secrets/schulportal.secret"
fi

echo "The school is set up. Passwords and secrets are in $secrets."
