/** Lines that this test does not run, by the part of a line that shows it, each with the reason. */
export const notRun: readonly (readonly [part: string, reason: string])[] = [
  ['npm ci && npm run demo', 'installs packages; test/long/package.long.ts runs it in a clone'],
  ['npm ci && npm test', 'runs all tests'],
  ['npm pack', 'packs this checkout; test/long/package.long.ts does'],
  ['sudo npm install --global', 'changes this machine; test/long/package.long.ts installs below a folder'],
  ['sudo useradd', 'makes an account of this machine'],
  ['sudo systemctl', 'needs systemd'],
  ['sudo journalctl', 'needs systemd'],
  ['edu-repo serve --data /srv/schule --host 0.0.0.0', 'opens a port to the network'],
  ['edu-repo login https://', 'asks for name and password at a terminal; see sign-in.test.ts'],
  ['edu-repo user create anna --first-name Anna --last-name Beispiel', 'asks for a password at a terminal'],
  ['edu-repo user passwd', 'asks for a password at a terminal'],
  ['edu-repo repository ', 'needs two servers that call each other; see test/acceptance/three-repositories.test.ts'],
  ['edu-repo search bruchrechnung --everywhere', 'belongs to the lines before it, which are not run'],
  ['edu-repo completion fish', 'needs fish; see completion.test.ts'],
  ['edu-repo completion zsh', 'needs zsh; see completion.test.ts'],
];

/** Lines that contain one of the parts above, and yet are run. */
export const stillRun: readonly string[] = ['user passwd anna', 'user passwd mueller'];

/** Commands that run until Ctrl-C: the built program runs them until a line shows that they have begun. */
export const untilStopped: readonly (readonly [command: RegExp, begun: RegExp, environment?: NodeJS.ProcessEnv])[] = [
  [/^edu-repo (?:serve|demo(?! --once))\b/, /^ready http/],
  // It needs a running server.
  [/^edu-repo status --watch\b/, /^repository /, { EDU_REPO_REMOTE: 'schule' }],
  [/^edu-repo watch\b/, /^Watching /],
];

/** Examples that end with another exit code than 0, because they show it. */
export const exitCodesOf: readonly (readonly [line: string, code: number])[] = [
  ['edu-repo permission check -guest- /Mathe Read', 1],
  ['edu-repo permission check -guest- "/Material/Mathe" Read', 1],
  // The backup of the test lacks a file on purpose.
  ['edu-repo import kurs.mbz /Kurse --report bericht.csv', 7],
  ['edu-repo import sicherung.mbz /Kurse', 7],
];

/** What has to be done before an example, by a part of it. */
export const before: readonly (readonly [part: string, script: string])[] = [
  ['rate /Mathe/Plan.md 0', 'edu-repo rate /Mathe/Plan.md 3'],
  [
    'edu-repo unshare /Mathe --person 7a',
    'edu-repo user create 7a --generate-password; edu-repo share /Mathe --person 7a',
  ],
  ['edu-repo unshare /Mathe anna --role Mitarbeiter', 'edu-repo share /Mathe anna --write'],
  ['edu-repo cat @2', 'export ON_TERMINAL=1; edu-repo search plan'],
  ['edu-repo open @2', 'export ON_TERMINAL=1 BROWSER=true; edu-repo search plan'],
  ['metadata export', 'rm -f mathe.csv bio.csv'],
  [
    "edu-repo metadata import liste.csv '~'",
    "cut -d';' -f1-3 liste.csv > a; mv a liste.csv; edu-repo cp Plan.md 'repo:~/Plan.md'",
  ],
  ['edu-repo user create anna', 'edu-repo user delete anna --owner admin'],
  ['edu-repo user create mueller', 'for name in mueller schmidt; do edu-repo user delete $name --owner admin; done'],
  ['edu-repo group create 7a', 'edu-repo group delete 7a'],
  ['edu-repo group create schueler', 'edu-repo group delete schueler'],
  ['edu-repo group create chor', 'edu-repo group delete chor'],
  ['edu-repo node create / Klassen', 'edu-repo rm -r /Klassen /Material'],
  ['edu-repo collection add Mathe /Mathe/Plan.md', 'edu-repo collection remove Mathe /Mathe/Plan.md'],
  ['edu-repo app add', 'edu-repo app remove moodle --keep-usages'],
  ['edu-repo client add schulportal', 'edu-repo client remove schulportal'],
  ['edu-repo client add schulportal --renew', 'edu-repo client add schulportal'],
  ['edu-repo dataprotection download anna exports/', 'mkdir exports'],
  ['edu-repo backup create /backup/2026-11-27', 'rm -r ../backup/2026-11-27'],
  ['edu-repo backup create /backup/2026-11-28', 'rm -r ../backup/2026-11-28'],
  ['edu-repo config check --data /srv/repo', 'edu-repo init --data ../srv/repo'],
  ['sudo -u edu-repo env', 'edu-repo init --data ../srv/edu-repo/data'],
  ['edu-repo logout', 'edu-repo remote use schule'],
  ['edu-repo trash restore "/Material/Mathe/alt.txt"     #', 'edu-repo rm /Material/Mathe/alt.txt'],
  ['edu-repo job resume 3', `sed -i 's/"ended":{[^}]*}/"pid":0/' ../.local/state/edu-repo/jobs/*3*`],
];

const id = '7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d';

/** What stands for IDs and secrets in the examples: names of variables that the set-up writes. */
export const variables: readonly (readonly [part: RegExp, instead: string])[] = [
  [new RegExp(`(?<=comment \\w+ )${id}`), '$COMMENT'],
  [new RegExp(`(?<=usage delete \\S+ )(?:${id}|USAGE)`), '$USAGE'],
  [new RegExp(`(?<=collection remove Mathe )${id}`), '$REFERENCE'],
  [/(?<=harvest \w+ )3f2a91c04b7e/, '$HARVEST'],
  [/(?<=nodes\/-home-\/)ID\b/, '$NODE'],
  [/\bPASSWORD\b/, "'Kreide und Schwamm 12'"],
  [/\bSECRET\b/, '$SECRET'],
];
