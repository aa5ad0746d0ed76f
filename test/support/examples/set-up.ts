/** Makes, in an empty repository, what the examples name. Runs in the folder with the local files. */
export const setUp = (urls: { readonly oai: string }): string => `
edu-repo import data-template/sample-material /Beispiele
edu-repo mkdir -p '/Mathe/Klasse 7' /Mathe/2019 /Material/Mathe /Material/Bio /Material/Entwürfe /Material/Alt /Vorlagen/2025
edu-repo mkdir -p /Klassen/7a /Klassen/7b /Klassen/8a /Lehrerzimmer /Intern /Alt /Links /Kurse /Biologie '~/Entwürfe' '~/Mathe'
put() { edu-repo cp "$1" "repo:$2"; }
put Plan.md /Plan.md
put Plan.md /a.md
put Plan.md /b.md
put Plan.md /Liste.txt
put Plan.md /Mathe/Plan.md
put Plan.md '/Mathe/Alter Plan.md'
put Plan.md /Mathe/Notizen.md
put Material/Brüche.md '/Mathe/Klasse 7/Brüche.md'
put Blatt.pdf /Plan.pdf
put Blatt.pdf /Mathe/Plan.pdf
put Blatt.pdf /Mathe/Scan.pdf
put Blatt.pdf /Mathe/Blatt.pdf
put liste.csv /Plan.csv
put klassen.csv /Plan.csv
put Blatt.pdf /Material/Blatt.pdf
put Plan.md /Material/Plan.md
put Blatt.pdf /Material/Mathe/Blatt.pdf
put Arbeitsblatt.pdf /Material/Mathe/Blatt.pdf
put Brüche.pdf /Material/Mathe/Blatt.pdf
put Blatt.pdf /Material/Mathe/Scan.pdf
put cover.png /Material/Mathe/Tafel.png
put Plan.md /Material/Mathe/Notizen.md
put Plan.md /Material/Mathe/alt.txt
put Plan.md /Material/Bio/Zelle.pdf
put Plan.md /Vorlagen/2025/Vorlage.md
put Brüche.pdf /Mathe/Brüche.pdf
put Plan.md '~/Entwurf 1.md'
put Plan.md '~/Blatt 1.md'
for text in eins zwei; do echo $text > text.txt; edu-repo node upload /Plan.md text.txt; done
for text in eins zwei; do edu-repo node update /Mathe/Plan.md -p cclom:title=$text --version-comment $text; done
for path in '~/Mathe/Plan.md' /Material/Alt/Plan.md /Alt/Plan.md '~/Entwurf 1.md' '~/Blatt 1.md'; do
  edu-repo cp Plan.md "repo:$path"; edu-repo rm "$path"
done
for group in schueler kollegium lehrkraefte chor 7a 7b 8a 13b; do edu-repo group create $group; done
for person in anna bert ben mueller schmidt leaver; do edu-repo user create $person --password-stdin < password.txt; done
edu-repo group add 7a anna bert
edu-repo group add 7b ben
edu-repo group add 8a leaver
edu-repo group add 13b leaver
edu-repo group add schueler GROUP_7a GROUP_7b
for class in 7a 7b; do edu-repo org bind $class /Klassen/$class; done
edu-repo org bind 13b /Intern
edu-repo share /Mathe 7a anna bert
edu-repo share /Mathe anna --role CCPublish
edu-repo share /Material/Mathe 7a schmidt
edu-repo collection create Mathe
edu-repo collection create Brüche --in Mathe
edu-repo collection create Alt --in Mathe
edu-repo collection add Mathe /Mathe/Plan.md /Mathe/Blatt.pdf
edu-repo collection add Mathe/Brüche /Mathe/Scan.pdf
edu-repo comment add /Mathe/Plan.md 'Bitte ansehen'
edu-repo app add moodle.properties.xml
edu-repo usage record /Mathe/Plan.md --app moodle --course 17 --resource 4
edu-repo client add schulportal
edu-repo mds import berufsschule.yaml
edu-repo mds export default > schule.yaml
edu-repo mds import schule.yaml --id schule
rm schule.yaml
edu-repo harvest add ${urls.oai} /Import --kind oai --schedule '0 3 * * *'
edu-repo dataprotection request
edu-repo dataprotection request anna
edu-repo dataprotection run
edu-repo metadata export /Mathe --to mathe.csv
edu-repo metadata export /Material/Bio --to bio.csv
edu-repo import Material /Mathe
edu-repo import Material /Mathe --quiet
{
  echo "export COMMENT=$(edu-repo comment list /Mathe/Plan.md -o id)"
  echo "export USAGE=$(edu-repo usage list /Mathe/Plan.md -o id)"
  echo "export REFERENCE=$(edu-repo collection list Mathe -o id | tail -n 1)"
  echo "export HARVEST=$(edu-repo harvest list -o id)"
  echo "export NODE=$(edu-repo node get /Plan.md -o id)"
} > ../ids
edu-repo backup create ../backup/2026-11-27
edu-repo backup create ../backup/2026-11-28 --previous ../backup/2026-11-27
edu-repo backup create ../backup/2026-11-01
cp -r ../backup/2026-11-27 ../backup/school
`;

/** Makes the remotes, and signs in. Runs after `setUp`, when servers for them are running. */
export const signIn = (urls: Readonly<Record<string, string>>): string =>
  Object.entries(urls)
    .map(
      ([name, url]) =>
        `edu-repo remote add ${name} ${url}\nedu-repo login ${name} --username admin --password-stdin < password.txt`,
    )
    .concat('edu-repo remote use --local')
    .join('\n');
