import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/program/commands.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts';
import { admin } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import { newName } from '../support/trees.ts';
import { type Run, run } from './run-line.ts';

interface Line {
  /** FILE, FOLDER and COLLECTION stand for addresses, LOCAL for a local file, NEW for a free name, RESULT for what `before` printed. */
  readonly line: string;
  /** Part of what it prints on stdout. */
  readonly shows?: string;
  /** Runs before it, with addresses in the chosen repository. */
  readonly before?: string;
  /** The line needs an operation that only our repositories have. */
  readonly ownOnly?: true;
}

/** A command line for each command that takes a node. */
const lines: readonly Line[] = [
  { line: 'ls FOLDER', shows: 'Plan.txt' },
  { line: 'tree FOLDER', shows: 'Plan.txt' },
  { line: 'cat FILE', shows: 'Plan und Ziel' },
  { line: 'open --no-browser FILE', shows: '/components/render/' },
  { line: 'mkdir FOLDER/NEW' },
  { line: 'rate FILE 5', ownOnly: true },
  { line: 'recent FOLDER', shows: 'Plan.txt' },
  { line: 'rm -y FILE' },
  { line: 'mv FILE FOLDER/NEW' },
  { line: 'search --in FOLDER --all -o id' },
  { line: 'cp LOCAL repo:FOLDER/NEW' },
  { line: 'cp -r repo:FOLDER TEMPORARY/NEW' },
  { line: 'cp repo:FILE repo:FOLDER/NEW' },
  { line: 'import LOCAL.csv FOLDER' },
  { line: 'node get FILE', shows: 'Plan.txt' },
  { line: 'node list FOLDER', shows: 'Plan.txt' },
  { line: 'node create FOLDER NEW -o csv', shows: 'NEW' },
  { line: 'node update FILE --property cclom:title=Neu' },
  { line: 'node copy FILE FOLDER' },
  { line: 'node move FILE FOLDER/NEW' },
  { line: 'node delete -y FILE' },
  { line: 'node upload FILE LOCAL' },
  { line: 'node versions FILE', shows: '1.0' },
  { line: 'node revert FILE 1.0' },
  { line: 'node text FILE' },
  { line: 'node preview FILE TEMPORARY/NEW.png' },
  { line: 'node properties FILE', shows: 'cm:name' },
  { line: 'trash restore FILE', before: 'rm -y FILE' },
  { line: 'node restore FILE', before: 'rm -y FILE' },
  { line: 'harvest add https://oai.example.org/oai FOLDER --kind oai --schedule CRON', ownOnly: true },
  { line: 'metadata export FOLDER', shows: 'Plan.txt' },
  { line: 'metadata import LOCAL.csv FOLDER' },
  { line: 'org bind eltern FOLDER', ownOnly: true },
  { line: 'permission get FILE' },
  { line: 'permission add FILE anna Consumer' },
  { line: 'permission set FILE anna Consumer' },
  { line: 'permission remove FILE anna', before: 'permission add FILE anna Consumer' },
  { line: 'permission check anna FILE', shows: 'Read', ownOnly: true },
  { line: 'permission audit FILE', ownOnly: true },
  { line: 'permission list FOLDER', ownOnly: true },
  { line: 'share FILE anna' },
  { line: 'unshare FILE anna', before: 'share FILE anna' },
  { line: 'comment add FILE Gut' },
  { line: 'comment list FILE' },
  { line: 'usage list FILE' },
  { line: 'usage record FILE --app lms --course 7 --resource 8' },
  { line: 'usage delete FILE RESULT', before: 'usage record FILE --app lms --course 7 --resource 8 -o id' },
  { line: 'collection get COLLECTION', shows: 'NEW' },
  { line: 'collection list COLLECTION' },
  { line: 'collection create NEW-2 --in COLLECTION' },
  { line: 'collection update COLLECTION --description Neu' },
  { line: 'collection delete -y COLLECTION' },
  { line: 'collection add COLLECTION FILE' },
  { line: 'collection remove COLLECTION FILE', before: 'collection add COLLECTION FILE' },
  { line: 'collection order COLLECTION FILE', before: 'collection add COLLECTION FILE' },
  { line: 'collection share COLLECTION anna' },
];

const commandOf = ({ line }: Line): string =>
  commands
    .map(({ path }) => path.join(' '))
    .filter((name) => `${line} `.startsWith(`${name} `))
    .sort((one, other) => other.length - one.length)[0] ?? '';

let directory = '';
let local = '';
let server: RunningServer;
let foreign: ForeignServer;
let environment: NodeJS.ProcessEnv = {};

const words = (line: string): string[] => line.split(' ').map((word) => (word === 'CRON' ? '0 3 * * *' : word));
const here = (line: string): Promise<Run> => run(words(line), { environment });
const inTerminal = (line: string): Promise<Run> => run(words(line), { environment, onTerminal: true, columns: 400 });

/** Makes these nodes the hits of the last search in the terminal. */
async function list(repository: string, ids: readonly string[]): Promise<void> {
  const folder = join(local, 'state', 'edu-repo', 'searches');
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), JSON.stringify({ repository, first: 1, ids }));
}

beforeAll(async () => {
  directory = await newSchoolDirectory();
  server = await serveDirectory(directory);
  foreign = await startForeignServer(new URL(server.url));
  local = await mkdtemp(join(tmpdir(), 'cli-'));
  environment = {
    ...{ EDU_REPO_DATA: directory, EDU_REPO_USER: admin.userName, EDU_REPO_PASSWORD: admin.password },
    ...{ EDU_REPO_CONFIG: join(local, 'config.yaml'), XDG_STATE_HOME: join(local, 'state') },
  };
  await here(`remote add schule ${server.url}`);
  await here(`remote add fremd ${foreign.url}`);
  await inTerminal('search plan');
  await here('app add --id lms --host 127.0.0.1');
  await here('group create eltern');
  await writeFile(join(local, 'local'), 'Plan und Ziel');
  await writeFile(join(local, 'local.csv'), 'Datei;Titel\r\nPlan.txt;Neu\r\n');
});

afterAll(async () => {
  await foreign?.close();
  await server?.close();
  await removeFolder(directory);
  await removeFolder(local);
});

const idAt = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await here(`${line} -o id`);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
};

/** Makes a folder with a file, and a collection, of one name. */
async function madeNodes() {
  const name = newName('k');
  const file = join(local, 'Plan.txt');
  await writeFile(file, 'Plan und Ziel');
  const folder = await idAt(`mkdir /${name}`);
  await here(`cp ${file} repo:/${name}/Plan.txt`);
  const collection = await idAt(`collection create ${name}`);
  const ids = { FOLDER: folder, FILE: await idAt(`node get /${name}/Plan.txt`), COLLECTION: collection };
  const hits = { FOLDER: '@1', FILE: '@2', COLLECTION: '@3' };
  return { name, ids, hits, paths: { FOLDER: `/${name}`, FILE: `/${name}/Plan.txt`, COLLECTION: `/${name}` } };
}

const withAddresses = (line: string, addresses: Readonly<Record<string, string>>, prefix: string): string =>
  line
    .replaceAll(/(?:repo:)?(FOLDER|FILE|COLLECTION)/g, (whole, kind: string) =>
      prefix === '' && whole.startsWith('repo:') ? `repo:${addresses[kind]}` : `${prefix}${addresses[kind]}`,
    )
    .replace('LOCAL', join(local, 'local'))
    .replace('TEMPORARY', local);

describe.each([
  ['a path in the chosen repository', '', 'paths', ''],
  ['an ID in the chosen repository', '', 'ids', ''],
  ['a path at a remote', 'schule:', 'paths', ''],
  ['an ID at a remote', 'schule:', 'ids', ''],
  ['a path at a server of another make', 'fremd:', 'paths', ''],
  ['an ID at a server of another make', 'fremd:', 'ids', ''],
  ['a hit in the chosen repository', '', 'hits', ''],
  ['a hit at a remote', '', 'hits', 'schule'],
  ['a hit at a server of another make', '', 'hits', 'fremd'],
] as const)('%s', (_, prefix, form, remote) => {
  const possible = lines.filter(({ ownOnly }) => ownOnly !== true || ![prefix, remote].join().includes('fremd'));
  test.each(possible)('$line', async ({ line, shows = '', before }) => {
    const nodes = await madeNodes();
    const result = before === undefined ? '' : (await here(withAddresses(before, nodes.paths, ''))).stdout.trim();
    const fresh = newName('n');
    const typed = withAddresses(line, nodes[form], prefix).replace('RESULT', result).replace('NEW', fresh);
    if (form === 'hits') await list(remote || `[${directory}]`, Object.values(nodes.ids));
    const { code, stdout, stderr } = await (form === 'hits' ? inTerminal : here)(typed);
    expect(code, `${typed}\n${stderr}`).toBe(0);
    expect(stdout).toContain(shows.replace('NEW', line.includes('NEW') ? fresh : nodes.name));
  });
});

test('there is a line for each command that takes a node', async () => {
  const tried = new Set(lines.map(commandOf));
  for (const entry of commands) {
    const definition = (await entry.load()) as { readonly nodes?: unknown };
    if (definition.nodes !== undefined) expect(tried).toContain(entry.path.join(' '));
  }
});
