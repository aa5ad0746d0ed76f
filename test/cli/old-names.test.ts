import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { commands, nouns } from '../../src/cli/program/commands.ts';
import { run } from './run-line.ts';
import { understood } from './understood.ts';

// Names that scripts use and the help leaves out, each with the name to use. A name that is taken from these lists breaks scripts.

/** Other names of nouns. */
const nounNames = {
  apps: 'app',
  archive: 'trash',
  backups: 'backup',
  clients: 'client',
  collections: 'collection',
  comments: 'comment',
  configuration: 'config',
  gdpr: 'dataprotection',
  groups: 'group',
  harvests: 'harvest',
  jobs: 'job',
  meta: 'metadata',
  metadatasets: 'mds',
  nodes: 'node',
  orgs: 'org',
  permissions: 'permission',
  remotes: 'remote',
  repositories: 'repository',
  services: 'service',
  usages: 'usage',
  users: 'user',
};

/** Commands with another command in their place. */
const replacedCommands = {
  'node copy': 'cp',
  'node delete': 'rm',
  'node list': 'ls',
  'node move': 'mv',
  'node restore': 'trash restore',
  'permission add': 'share',
  'permission remove': 'unshare',
};

/** For programs, not for people. */
const forPrograms = ['complete'];

/** Verbs with a short form: the nouns that have it. */
const shortVerbs = {
  cp: ['node copy'],
  ls: [
    ...['app', 'client', 'collection', 'comment', 'dataprotection', 'group', 'harvest', 'job', 'mds', 'node'],
    ...['org', 'permission', 'remote', 'repository', 'trash', 'usage', 'user'],
  ].map((noun) => `${noun} list`),
  mv: ['node move'],
  rm: [
    ...['app', 'client', 'harvest', 'permission', 'remote', 'repository'].map((noun) => `${noun} remove`),
    ...['collection', 'comment', 'group', 'node', 'usage', 'user'].map((noun) => `${noun} delete`),
  ],
};

/** Options with another name, by command. */
const optionNames = {
  'harvest add --as': '--kind',
  'import --as': '--kind',
  'import --metadata-set': '--mds',
  'metadata export --metadata-set': '--mds',
  'metadata import --metadata-set': '--mds',
  'node create --metadata-set': '--mds',
  'node update --metadata-set': '--mds',
  'node upload --comment': '--version-comment',
};

/** Options with a command or word in their place. */
const replacedOptions = ['login --status', 'permission set --remove'];

const nameOf = (path: readonly string[]): string => path.join(' ');

async function hiddenOptions(): Promise<string[]> {
  const found = await Promise.all(
    commands.map(async (entry) => {
      const command = new Command();
      (await entry.load()).configure(command);
      return command.options.filter(({ hidden }) => hidden).map(({ long }) => `${nameOf(entry.path)} ${long}`);
    }),
  );
  return found.flat().sort();
}

describe('the names that the help leaves out', () => {
  test('are those of this list', async () => {
    expect(Object.fromEntries(nouns.map(({ noun, plural }) => [plural, noun]))).toEqual(nounNames);
    const hidden = commands.filter((entry) => entry.hidden === true).map(({ path }) => nameOf(path));
    expect(hidden.sort()).toEqual([...Object.keys(replacedCommands), ...forPrograms].sort());
    const aliases = commands.flatMap(({ path, alias }) => (alias === undefined ? [] : [`${alias} ${nameOf(path)}`]));
    const listed = Object.entries(shortVerbs).flatMap(([alias, paths]) => paths.map((path) => `${alias} ${path}`));
    expect(aliases.sort()).toEqual(listed.sort());
    expect(await hiddenOptions()).toEqual([...Object.keys(optionNames), ...replacedOptions].sort());
  });

  test.each(Object.entries(replacedCommands))(
    '%s is not in the help of its noun, and %s is in the help',
    async (old, now) => {
      const [noun = '', verb = ''] = old.split(' ');
      const { stdout } = await run(['help', noun]);
      expect(stdout).not.toMatch(new RegExp(`^ {2}${verb} `, 'm'));
      const [first = '', second] = now.split(' ');
      const where = second === undefined ? ['help'] : ['help', first];
      expect((await run(where)).stdout).toMatch(new RegExp(`^ {2}${second ?? first} `, 'm'));
      expect((await run([noun, verb, '--help'])).code).toBe(0);
      const completed = await run(['complete', '--', noun, '']);
      expect(completed.stdout.split('\n').some((line) => line.startsWith(`${verb}\t`))).toBe(false);
    },
  );

  test.each([
    ['import', ['--as', 'list', 'x.csv', '/a'], ['--kind', 'list', 'x.csv', '/a']],
    ['import', ['--metadata-set', 'schule', 'x.csv'], ['--mds', 'schule', 'x.csv']],
    [
      'harvest add',
      ['--schedule', '* * * * *', '--as', 'oai', 'https://a.example', '/a'],
      ['--schedule', '* * * * *', '--kind', 'oai', 'https://a.example', '/a'],
    ],
    ['metadata export', ['--metadata-set', 'schule'], ['--mds', 'schule']],
    ['metadata import', ['x.csv', '--metadata-set', 'schule'], ['x.csv', '--mds', 'schule']],
    ['node create', ['/', 'a', '--metadata-set', 'schule'], ['/', 'a', '--mds', 'schule']],
    ['node update', ['/a', '-p', 'b=c', '--metadata-set', 'schule'], ['/a', '-p', 'b=c', '--mds', 'schule']],
    ['node upload', ['/a', 'b', '--comment', 'c'], ['/a', 'b', '--version-comment', 'c']],
    ['login', ['--status'], ['status']],
  ])('%s %j means %j', async (name, old, now) => {
    const command = name.split(' ');
    expect((await understood([...command, ...old])).options).toEqual((await understood([...command, ...now])).options);
  });

  test('refuse the same values as the option of today', async () => {
    const { code, stderr } = await run(['import', 'x', '--as', 'nonsense']);
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are folder');
  });

  test('are in the help neither of a command nor of its noun', async () => {
    expect((await run(['import', '--help'])).stdout).not.toMatch(/--as <kind>|--metadata-set/);
    expect((await run(['help'])).stdout).not.toMatch(/\w\|\w|gdpr/);
    expect((await run(['node', 'get', '--help'])).stdout).toContain('Usage: edu-repo node get [options]');
  });
});
