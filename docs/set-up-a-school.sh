#!/bin/sh
# Sets up a whole school from two lists: people, a group for each class, shared folders, rights, and a client for
# a school portal.
#
#   sh set-up-a-school.sh CLASS_LIST TEACHERS SECRETS
#
#   CLASS_LIST  the pupils with their classes, CSV or XLSX (docs/sample-class-list.csv shows one)
#   TEACHERS    the teachers (docs/sample-teachers.csv)
#   SECRETS     a folder for the new passwords and the secret of the client; made where it is missing
#
# It needs the command edu-repo; in a clone: npm ci && npm run build && npm install --global .
#
# It works on the repository that the commands mean, which must be there: the local data directory (edu-repo init makes
# it), or a remote at which an administrator is signed in (edu-repo remote use, edu-repo login). Run it again whenever there are new pupils: what is there already is
# left as it is, and nothing is made twice. It deletes nothing.
set -eu

if [ $# -ne 3 ]; then
  echo "usage: sh set-up-a-school.sh CLASS_LIST TEACHERS SECRETS" >&2
  exit 2
fi
if ! command -v edu-repo >/dev/null 2>&1; then
  echo "The command edu-repo is not there: in the clone, npm ci && npm run build && npm install --global ." >&2
  exit 1
fi
class_list=$1
teachers=$2
secrets=$3

# Nobody is asked anything: this is a script.
repo() {
  edu-repo --no-input "$@" </dev/null
}

if ! repo user list -o id >/dev/null; then
  echo "There must be a repository first, and you an administrator of it. For one on this machine: edu-repo init" >&2
  exit 1
fi

# Whatever is written from here on is ours alone.
umask 077
mkdir -p "$secrets"
now=$(date +%Y-%m-%d-%H%M%S)

# Makes a group where it is missing: group NAME TITLE
group() {
  repo group get "$1" -o id >/dev/null 2>&1 || {
    repo group create "$1" --title "$2" -o id >/dev/null
    echo "Made the group $1."
  }
}

# Makes a folder where it is missing: folder PARENT NAME
folder() {
  repo node get "${1%/}/$2" -o id >/dev/null 2>&1 || {
    repo node create "$1" "$2" --type ccm:map -o id >/dev/null
    echo "Made the folder ${1%/}/$2."
  }
}

# Looks at a list without changing anything, and shows the rows only where one of them is wrong: look LIST OPTIONS
look() {
  repo user import "$@" --dry-run >"$secrets/looked" || {
    code=$?
    cat "$secrets/looked"
    rm "$secrets/looked"
    exit "$code"
  }
  rm "$secrets/looked"
}

# 1. The groups that everything hangs on. Every class becomes a member of «schueler», so that all pupils can be named
#    at once.
group schueler 'Alle Schülerinnen und Schüler'
group lehrkraefte 'Kollegium'

# 2. First only look: a wrong cell in a list ends the script here (exit code 7 names row and column), and nobody has
#    been made.
look "$class_list" --parent schueler --passwords "$secrets/pupils-$now.csv"
look "$teachers" --group lehrkraefte --passwords "$secrets/teachers-$now.csv"

# 3. The people. New passwords land in files that only you can read: hand them out, then delete them.
repo user import "$class_list" --parent schueler --passwords "$secrets/pupils-$now.csv"
repo user import "$teachers" --group lehrkraefte --passwords "$secrets/teachers-$now.csv"

# 4. A shared folder for each class (and each choir: every group of the class list). Binding gives the group the role
#    Collaborator there, and its members find the folder by: edu-repo ls -shared_files-
folder / Klassen
repo group members schueler --type group -o id >"$secrets/groups"
while IFS= read -r authority; do
  class=${authority#GROUP_}
  folder /Klassen "$class"
  repo org bind "$class" "/Klassen/$class" -o id >/dev/null
  echo "The group $class shares /Klassen/$class."
done <"$secrets/groups"
rm "$secrets/groups"

# 5. The teachers work in all classes: what holds for /Klassen holds below it too.
repo permission add /Klassen GROUP_lehrkraefte Collaborator -o id >/dev/null

# 6. A room of their own, and material that pupils may read.
folder / Lehrerzimmer
repo org bind lehrkraefte /Lehrerzimmer -o id >/dev/null
echo "The group lehrkraefte shares /Lehrerzimmer."
folder / Material
repo permission add /Material GROUP_lehrkraefte Collaborator -o id >/dev/null
repo permission add /Material GROUP_schueler Consumer -o id >/dev/null

# 7. A client, so that a portal (or edu-repo login) can get tokens for people. Its secret is shown nowhere else.
if ! repo client list -o id | grep -qx schulportal; then
  repo client add schulportal --secret-file "$secrets/schulportal.secret"
fi

echo "The school is set up. Passwords and secrets are in $secrets."
