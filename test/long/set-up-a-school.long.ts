import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { shellWord } from '../../src/cli/print/shell-word.ts';
import { environment, home, program, start, startDaemon, withBuiltProgram } from '../cli/built-program.ts';

withBuiltProgram();

const docs = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const passwords = new Map<string, string>();

let said = '';
let saidWithout = '';
let foldersWithout: string[] = [];

/** Runs the script as an administrator would, with the program in the path. */
const setUp = (classList = docs('sample-class-list.csv')) =>
  execa('sh', [docs('set-up-a-school.sh'), classList, docs('sample-teachers.csv'), home('secrets')], {
    cwd: home(),
    env: environment({ PATH: `${home('bin')}${delimiter}${process.env['PATH'] ?? ''}` }),
    reject: false,
    stdin: 'ignore',
  });

async function readPasswords(): Promise<void> {
  for (const name of await readdir(home('secrets'))) {
    if (!name.endsWith('.csv')) continue;
    const [, ...lines] = (await readFile(home('secrets', name), 'utf8')).trim().split('\r\n');
    for (const line of lines) passwords.set(line.split(';')[0] ?? '', line.split(';')[1] ?? '');
  }
}

beforeAll(async () => {
  await mkdir(home('bin'));
  const command = `#!/bin/sh\nexec ${shellWord(process.execPath)} ${shellWord(program)} "$@"\n`;
  await writeFile(home('bin', 'edu-repo'), command);
  await chmod(home('bin', 'edu-repo'), 0o755);
  saidWithout = (await setUp()).stderr;
  foldersWithout = await readdir(home());
  await start(['init']);
  const { exitCode, stdout, stderr } = await setUp();
  if (exitCode !== 0) throw new Error(stderr);
  said = stdout;
  await readPasswords();
});

interface Answer {
  readonly status: number;
  readonly names: readonly string[];
  readonly total: number;
}

/** One call over HTTP as a person of the school. */
async function call(url: string, person: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const basic = Buffer.from(`${person}:${passwords.get(person) ?? ''}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { ...init, headers });
  // The assertions below say what is expected of it.
  const body = (await response.json()) as { nodes?: { name: string }[]; pagination?: { total: number } };
  const names = (body.nodes ?? []).map(({ name }) => name).sort();
  return { status: response.status, names, total: body.pagination?.total ?? 0 };
}

const idOf = async (path: string): Promise<string> => (await start(['node', 'get', path, '-o', 'id'])).stdout;
const children = (id: string): string => `/node/v1/nodes/-home-/${id}/children`;

test('without a repository the script says what comes first, and makes nothing', () => {
  expect(saidWithout).toMatch(/needs a repository of which you are an administrator.*edu-repo init$/);
  expect(foldersWithout).not.toContain('secrets');
});

describe('a school that the script has set up', () => {
  test('was told of in words, and each row of the lists once', () => {
    expect(said).toContain('Created the folder /Klassen.');
    expect(said).toContain('shares /Lehrerzimmer.');
    expect(said).not.toMatch(/^[0-9a-f]{8}-/m);
    expect(said.match(/brinkmann/g)).toHaveLength(1);
  });

  test('has people with passwords that work, and files that only their owner can read', async () => {
    const { url } = await startDaemon();
    expect([...passwords.keys()].sort()).toEqual([
      'anna.mueller',
      'anna.mueller2',
      'brinkmann',
      'deniz.sahin',
      'joerg.gross-von',
      'jonte.ahlers',
      'yilmaz',
      'zoe.celik',
    ]);
    for (const person of passwords.keys()) {
      expect(await call(url, person, '/iam/v1/people/-home-/-me-')).toMatchObject({ status: 200 });
    }
    for (const name of await readdir(home('secrets'))) {
      expect((await stat(home('secrets', name))).mode & 0o777).toBe(0o600);
    }
  });

  test('shows everybody the folders of their groups, and nobody those of others', async () => {
    const { url } = await startDaemon();
    const shared = async (person: string) => (await call(url, person, children('-shared_files-'))).names;
    expect(await shared('anna.mueller')).toEqual(['7a']);
    expect(await shared('anna.mueller2')).toEqual(['7b']);
    expect(await shared('zoe.celik')).toEqual(['7a', 'Chor']);
    expect(await shared('brinkmann')).toEqual(['Lehrerzimmer']);
    const seen = async (person: string, path: string) => (await call(url, person, children(await idOf(path)))).status;
    expect(await seen('anna.mueller', '/Klassen/7a')).toBe(200);
    expect(await seen('anna.mueller', '/Klassen/7b')).toBe(403);
    expect(await seen('anna.mueller', '/Lehrerzimmer')).toBe(403);
    expect(await seen('deniz.sahin', '/Klassen/Chor')).toBe(403);
    expect(await seen('deniz.sahin', '/Material')).toBe(200);
    for (const path of ['/Klassen', '/Klassen/7a', '/Klassen/Chor', '/Lehrerzimmer', '/Material']) {
      expect(await seen('yilmaz', path), path).toBe(200);
    }
  });

  test('lets a class write into its folder, teachers everywhere, and pupils not into the material', async () => {
    const { url } = await startDaemon();
    const make = async (person: string, folder: string, name: string) => {
      const body = JSON.stringify({ 'cm:name': [name] });
      const path = `${children(await idOf(folder))}?type=ccm:io`;
      return (await call(url, person, path, { method: 'POST', body })).status;
    };
    expect(await make('anna.mueller', '/Klassen/7a', 'Referat Eisvogel.txt')).toBe(200);
    expect(await make('deniz.sahin', '/Klassen/7a', 'Streich.txt')).toBe(403);
    expect(await make('brinkmann', '/Material', 'Arbeitsblatt Eisvogel.txt')).toBe(200);
    expect(await make('deniz.sahin', '/Material', 'Streich.txt')).toBe(403);

    const found = async (person: string) =>
      call(url, person, `/node/v1/nodes/-home-?query=${encodeURIComponent('eisvogel')}`);
    await expect.poll(async () => (await found('brinkmann')).total).toBe(2);
    expect(await found('anna.mueller')).toMatchObject({ total: 2 });
    expect(await found('deniz.sahin')).toMatchObject({ names: ['Arbeitsblatt Eisvogel.txt'], total: 1 });
  });

  test('gives tokens to the client, for teachers and pupils alike', async () => {
    const { url } = await startDaemon();
    const words = ['login', '--url', url, '--client-id', 'schulportal', '--username', 'yilmaz', '--password-stdin'];
    const secret = ['--client-secret-file', home('secrets', 'schulportal.secret')];
    const input = passwords.get('yilmaz') ?? '';
    expect((await start([...words, ...secret], { input })).exitCode).toBe(0);
    expect((await start(['whoami', '--url', url, '-o', 'id'])).stdout).toBe('yilmaz');
  });

  test('stays as it is when the script runs again, and takes new pupils in', async () => {
    const before = (await start(['user', 'list', '-o', 'csv'])).stdout;
    const again = await setUp();
    expect({ exitCode: again.exitCode, people: (await start(['user', 'list', '-o', 'csv'])).stdout }).toEqual({
      exitCode: 0,
      people: before,
    });
    expect(await readdir(home('secrets'))).toHaveLength(3);
    const list = await readFile(docs('sample-class-list.csv'), 'utf8');
    await writeFile(home('more.csv'), `${list}Neumann;Ole;8b;\n`);
    expect((await setUp(home('more.csv'))).exitCode).toBe(0);
    expect((await start(['group', 'members', '8b', '-o', 'id'])).stdout).toBe('ole.neumann');
    expect((await start(['org', 'list', '8b', '-o', 'id'])).stdout).toBe('GROUP_8b');
  });

  test('is not begun where a row of the list is wrong', async () => {
    await writeFile(home('wrong.csv'), 'Vorname;Nachname;Klasse;E-Mail\nOle;Ohne;9z;keine Adresse\nPia;Prüf;9z;\n');
    const { exitCode, stdout } = await setUp(home('wrong.csv'));
    expect(exitCode).toBe(7);
    expect(stdout).toContain('E-Mail');
    expect((await start(['user', 'get', 'pia.pruef'])).exitCode).toBe(3);
  });
});
