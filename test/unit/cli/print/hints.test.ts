import { expect, test } from 'vitest';
import { hintsAt } from '../../../../src/cli/print/hints.ts';
import { commands } from '../../../../src/cli/program/commands.ts';

const west = hintsAt({ remote: 'west' });

test.each([
  ['To restore it: edu-repo trash restore 1f0a', 'To restore it: edu-repo --remote west trash restore 1f0a'],
  ["edu-repo ls '~'; or: edu-repo ls -to_me-", "edu-repo --remote west ls '~'; or: edu-repo --remote west ls -to_me-"],
  ['Sign in: edu-repo login; or set X', 'Sign in: edu-repo --remote west login; or set X'],
])('a command to copy names the repository: %s', (hint, expected) => {
  expect(west(hint)).toBe(expected);
});

test.each([
  'For a remote repository: edu-repo login URL',
  'edu-repo login https://repo.example.org --username anna',
  'edu-repo metadata import a.csv west:/Mathe',
  'edu-repo user list --remote nord',
  'edu-repo remote list',
  'edu-repo serve --data /srv/schule',
  'edu-repo writes a file',
])('one that names it, or needs none, stays: %s', (hint) => {
  expect(west(hint)).toBe(hint);
});

test.each(['http://anna:geheim@x/', 'ftp://x', 'repo.example.org'])(
  'an address that is refused stays out: %s',
  (url) => {
    expect(hintsAt({ url })('edu-repo ls /')).toBe('edu-repo ls /');
  },
);

test('what was typed is quoted for the shell', () => {
  const at = hintsAt({ data: '/srv/neue Schule', config: 'my settings.yaml' });
  expect(at('edu-repo ls /')).toBe("edu-repo --config 'my settings.yaml' --data '/srv/neue Schule' ls /");
});

/** Commands that work on this machine, on the list of remotes, or on every repository. */
const atNone = [
  'backup',
  'completion',
  'config',
  'demo',
  'doctor',
  'init',
  'job',
  'logout',
  'remote',
  'serve',
  'service',
];

test('a hint with any other command names the repository', () => {
  const added = hintsAt({ remote: 'schule' });
  const names = new Set(commands.filter(({ hidden }) => hidden !== true).map(({ path: [name] }) => name));
  const without = [...names].filter((name) => added(`edu-repo ${name} /x`) === `edu-repo ${name} /x`);
  expect(without.toSorted()).toEqual(atNone);
});
