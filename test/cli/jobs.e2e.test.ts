import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { home, start, startDaemon, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

interface Job {
  readonly id: number;
  readonly state: string;
  readonly words: readonly string[];
}

const jobs = async (): Promise<Job[]> => JSON.parse((await start(['job', 'list', '-o', 'json'])).stdout).jobs;

const stateOf = async (id: number): Promise<string | undefined> => {
  const { stdout } = await start(['job', 'list', '-o', 'jsonl']);
  const listed = stdout.split('\n').map((line): Job => JSON.parse(line));
  return listed.find((job) => job.id === id)?.state;
};

const rows = 300;
const names = [...Array.from({ length: rows }, (_, at) => `Blatt ${at}`), 'langsam.txt'].sort();

/** Writes a list with links, and with one file at an address that does not answer the first time. */
async function writeList(name: string): Promise<{ readonly options: string[]; readonly reached: Promise<void> }> {
  let first: (() => void) | undefined;
  const reached = new Promise<void>((resolve) => {
    first = resolve;
  });
  const server = createServer((_, response) => {
    if (first === undefined) response.end('Text');
    first?.();
    first = undefined;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const lines = Array.from({ length: rows }, (_, at) => `Blatt ${at},https://example.org/${name}/${at},`);
  lines.splice(rows / 2, 0, `Langsam,,http://127.0.0.1:${port}/langsam.txt`);
  await writeFile(home(name), ['Titel,URL,Datei', ...lines].join('\n'));
  return { options: ['--allow-host', `127.0.0.1:${port}`], reached };
}

async function namesIn(path: string): Promise<string[]> {
  const { stdout } = await start(['ls', path, '-o', 'json']);
  return (JSON.parse(stdout).nodes as { name: string }[]).map(({ name }) => name).sort();
}

test('an import that was killed is listed as interrupted, and goes on without doubling anything', async () => {
  await startDaemon();
  const { options, reached } = await writeList('links.csv');
  // Whoever is killed leaves a download that was half done.
  const running = start(['import', 'links.csv', '/Links', ...options], { env: { TMPDIR: home() } });
  await reached;
  running.kill('SIGKILL');
  await running;
  const [job] = await jobs();
  expect(job).toMatchObject({ state: 'interrupted', words: ['import', 'links.csv', '/Links', ...options] });
  expect(await namesIn('/Links')).not.toContain('langsam.txt');

  const resumed = await start(['job', 'resume', String(job?.id)]);
  expect(resumed.stderr).toContain('Going on with: edu-repo import links.csv /Links');
  expect(resumed.exitCode).toBe(0);
  expect(await namesIn('/Links')).toEqual(names);
  expect(await stateOf(job?.id ?? 0)).toBe('done');
  expect((await start(['job', 'resume', String(job?.id)])).exitCode).toBe(6);
});

test('an import that the user interrupts says how to go on, and may be given up', async () => {
  await startDaemon();
  const { options, reached } = await writeList('mehr.csv');
  const running = start(['import', 'mehr.csv', '/Mehr', ...options]);
  await reached;
  running.kill('SIGINT');
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(130);
  const [, id = ''] = /To go on: edu-repo job resume (\d+)/.exec(stderr) ?? [];
  expect(await stateOf(Number(id))).toBe('interrupted');
  expect((await start(['job', 'cancel', id])).exitCode).toBe(0);
  expect(await stateOf(Number(id))).toBe('cancelled');
  expect((await start(['job', 'show', id])).stdout).toContain('edu-repo import mehr.csv /Mehr');
});

test('an import that the user interrupts twice names its job, too', async () => {
  await startDaemon();
  const { options, reached } = await writeList('zweimal.csv');
  // Whoever is killed leaves a download that was half done.
  const running = start(['import', 'zweimal.csv', '/Zweimal', ...options], { env: { TMPDIR: home() } });
  await reached;
  running.kill('SIGINT');
  await new Promise((resolve) => running.stderr?.once('data', resolve));
  running.kill('SIGINT');
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(130);
  expect(stderr).toMatch(/To go on: edu-repo job resume \d+/);
});

/** Runs a slow copy, and kills it when a part of it is there. */
async function killedCopy(words: readonly string[], countCopied: () => Promise<number>): Promise<void> {
  const running = start(['cp', '-r', ...words, '--limit-rate', '100k', '--concurrency', '1']);
  await expect.poll(countCopied, { timeout: 30_000 }).toBeGreaterThan(2);
  running.kill('SIGKILL');
  await running;
}

test('a copy of a folder that was killed goes on in the folder that it had created, in and out', async () => {
  await startDaemon();
  const names = Array.from({ length: 40 }, (_, at) => `Blatt ${at}.txt`).sort();
  await mkdir(home('Blätter'));
  for (const name of names) await writeFile(home('Blätter', name), name.repeat(1_000));
  const stored = async (): Promise<string[]> => namesIn('/Kopie').catch(() => []);
  await killedCopy(['Blätter', 'repo:/Kopie'], async () => (await stored()).length);
  const resume = async () => start(['job', 'resume', String((await jobs()).at(-1)?.id)]);
  expect((await resume()).exitCode).toBe(0);
  expect(await stored()).toEqual(names);

  // A download that was half done has a name of its own.
  const loaded = async (): Promise<string[]> =>
    (await readdir(home('Heraus')).catch(() => [])).filter((name) => !name.startsWith('.edu-repo-')).sort();
  await killedCopy(['repo:/Kopie', 'Heraus'], async () => (await loaded()).length);
  expect((await resume()).exitCode).toBe(0);
  expect(await loaded()).toEqual(names);
});

test('what can only be read, or cannot begin, is no job', async () => {
  const before = (await jobs()).length;
  await writeFile(home('probe.csv'), 'Titel\nEins');
  await start(['import', 'probe.csv', '/Probe', '--dry-run']);
  await start(['import', 'probe.csv', '/Probe', '--suggest-mapping']);
  await start(['import', 'probe.csv', '/Probe', '--report', 'x.pdf']);
  expect(await jobs()).toHaveLength(before);
  const missing = await start(['job', 'show', '999']);
  expect(missing.exitCode).toBe(3);
  expect(missing.stderr).toContain('There is no job 999.');
});

test('a list of people that goes on writes the other passwords to the end of the same file', async () => {
  await startDaemon();
  // So many that the import does not end before it is killed.
  const count = 600;
  const people = Array.from({ length: count }, (_, at) => `kind${at},Kind,Nummer${at}`);
  await writeFile(home('klasse.csv'), ['Benutzername,Vorname,Nachname', ...people].join('\n'));
  const running = start(['user', 'import', 'klasse.csv', '--passwords', 'passwoerter.csv']);
  for (;;) if ((await start(['user', 'list', '-o', 'id'])).stdout.includes('kind0')) break;
  running.kill('SIGKILL');
  await running;
  const id = String((await jobs()).at(-1)?.id);
  expect(await stateOf(Number(id))).toBe('interrupted');
  const { exitCode, stderr } = await start(['job', 'resume', id]);
  expect(stderr).toContain('passwoerter.csv');
  expect(exitCode).toBe(0);
  const users = (await start(['user', 'list', '-o', 'id'])).stdout
    .split('\n')
    .filter((name) => name.startsWith('kind'));
  expect(users).toHaveLength(count);
  const handedOut = (await readFile(home('passwoerter.csv'), 'utf8')).match(/\bkind\d+\b/g);
  expect(handedOut?.sort()).toEqual(users.sort());
});
