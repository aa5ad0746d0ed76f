import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/cli/connection/running-server.ts';
import { serve } from '../../src/daemon/serve.ts';
import { before, exitCodesOf, notRun, stillRun, untilStopped, variables } from '../support/examples/conditions.ts';
import { lessons, localFiles } from '../support/examples/material.ts';
import { documentExamples, type ExampleScript, helpExamples } from '../support/examples/read-examples.ts';
import { setUp, signIn } from '../support/examples/set-up.ts';
import { copyHome, environmentOf, openShell, type Shell } from '../support/examples/shell.ts';
import { metadataSamples } from '../support/metadata-files.ts';
import { type OaiServer, servedRecords, startOaiServer } from '../support/oai-server.ts';
import { lineOf, program } from './built-program.ts';
import { makeTree } from './local-tree.ts';
import { shellWords } from './shell-words.ts';

const root = new URL('../../', import.meta.url);
const scripts = [...(await helpExamples()), ...(await documentExamples(root))];

let folder = '';
let shell: Shell;
let oai: OaiServer;
const servers: RunningServer[] = [];
const home = (name: string): string => join(folder, name);

async function emptyHome(): Promise<void> {
  const files = join(home('empty'), 'files');
  await makeTree(files, localFiles());
  await makeTree(join(home('empty'), 'Unterricht'), lessons);
  await cp(join(metadataSamples, 'older'), join(files, 'metadatasets'), { recursive: true });
  await cp(join(metadataSamples, 'newer', 'xml'), join(files, 'xml'), { recursive: true });
  for (const name of ['docs', 'data-template']) await symlink(fileURLToPath(new URL(name, root)), join(files, name));
  for (const name of ['backup', 'tmp', 'srv', 'etc/systemd/system'])
    await mkdir(join(home('empty'), name), { recursive: true });
}

/** Serves a copy of the repository as a remote. */
async function serveCopy(name: string): Promise<void> {
  const dataDirectory = home(name);
  await copyHome(join(home('full'), '.local', 'share', 'edu-repo'), dataDirectory);
  servers.push(await serve({ dataDirectory, overrides: { 'server.port': '0' } }));
}

async function must(script: string, at: string): Promise<void> {
  const { code, stderr } = await shell.run(script, home(at));
  if (code !== 0) throw new Error(stderr.split('\n').slice(-6).join('\n'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
  shell = await openShell(folder);
  await emptyHome();
  await must('EDU_REPO_ADMIN_PASSWORD="Kreide und Schwamm 12" edu-repo init', 'empty');
  const settings = [
    'repository: { dataprotection: { enabled: true } }',
    'network: { allowPrivate: true }',
    `harvest: { folder: ${home('work/files')} }`,
    '',
  ].join('\n');
  await writeFile(join(home('empty'), '.local', 'share', 'edu-repo', 'config.yaml'), settings);
  await copyHome(home('empty'), home('full'));
  oai = await startOaiServer(servedRecords(3));
  await must(setUp({ oai: oai.url }), 'full');
  for (const name of ['schule', 'kreis']) await serveCopy(name);
  const [schule = '', kreis = ''] = servers.map(({ url }) => url);
  await must(signIn({ schule, kreis, school: schule, probe: schule, west: schule }), 'full');
});
afterAll(async () => {
  await shell?.close();
  await oai?.close();
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** What stands for folders of the system, and for hosts elsewhere. */
function standIns(line: string, at: string): string {
  const url = servers[0]?.url ?? '';
  return line
    .replaceAll(/(?<![\w/.])\/(srv|backup|tmp|etc)\b/g, `${at}/$1`)
    .replaceAll('https://oai.example.org/oai', oai.url)
    .replaceAll(/https:\/\/(?:repo|school|west|north)\.example\.org(?:\/edu-sharing\/rest)?/g, url)
    .replaceAll('http://127.0.0.1:8080/edu-sharing/rest', url)
    .replaceAll('http://127.0.0.1:8080/edu-sharing', url.replace(/\/rest$/, ''));
}

const isNotRun = (line: string): boolean =>
  notRun.some(([part]) => line.includes(part)) && !stillRun.some((part) => line.includes(part));

const runsOn = (line: string): boolean => untilStopped.some(([command]) => command.test(line));

/** The lines of a script that the shell runs, each after what it needs. */
const prepared = (lines: readonly string[]): string[] => {
  const text = lines.join('\n');
  const needed = before.filter(([part]) => text.includes(part)).map(([, script]) => script);
  const instead = lines.map((line) => variables.reduce((changed, [part, value]) => changed.replace(part, value), line));
  return [...needed, ...instead];
};

async function outcome({ lines: all }: ExampleScript): Promise<{ code: number; stderr: string }> {
  const work = home('work');
  const lines = all.filter((line) => !isNotRun(line) && !runsOn(line));
  await copyHome(home('full'), work, lines.join().includes('/backup'));
  const expected = exitCodesOf.filter(([line]) => lines.some((each) => each.startsWith(line)));
  const allowed = (line: string): string => {
    const code = expected.find(([begin]) => line.startsWith(begin))?.[1];
    return code === undefined ? line : `{ ${line.replace(/ +#.*$/, '')}; } && exit 98 || [ $? = ${code} ]`;
  };
  const script = ['. ../ids', ...prepared(lines).map(allowed)].map((line) => standIns(line, work)).join('\n');
  const { code, stderr } = await shell.run(script, work);
  return { code, stderr: code === 0 ? '' : stderr.split('\n').slice(-7).join('\n') };
}

/** Runs the built program until a line shows that it has begun, and presses Ctrl-C. */
async function runUntilStopped(line: string): Promise<{ exitCode: number | undefined; all: string }> {
  const work = home('work');
  await copyHome(home('full'), work);
  const words = shellWords(standIns(line.replace(/ +#.*$/, ''), work)).slice(1);
  const [, begun = /^/, more = {}] = untilStopped.find(([command]) => command.test(line)) ?? [];
  const running = execa('node', [program, ...words], {
    cwd: join(work, 'files'),
    env: { ...environmentOf(work), PATH: process.env['PATH'], ...more },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: 170_000,
  });
  await lineOf(running.all, begun);
  running.kill('SIGINT');
  const { exitCode, all } = await running;
  return { exitCode, all };
}

const withLines = scripts.filter(({ lines }) => lines.some((line) => !isNotRun(line) && !runsOn(line)));

describe('an example', () => {
  test.each(withLines.map((script) => [script.from, script.lines.join('\n'), script] as const))(
    'of %s does what it says: %s',
    async (_from, _lines, script) => {
      expect(await outcome(script)).toEqual({ code: 0, stderr: '' });
    },
  );

  const runningOn = new Set(scripts.flatMap(({ lines }) => lines.filter((line) => !isNotRun(line) && runsOn(line))));
  test.each([...runningOn])('runs until Ctrl-C: %s', async (line) => {
    const { exitCode, all } = await runUntilStopped(line);
    expect([0, 130], all).toContain(exitCode);
  });

  test('that fails is noticed', async () => {
    const failing = { from: 'help ls', lines: ['edu-repo ls /Nirgends', 'edu-repo ls /'] };
    expect((await outcome(failing)).stderr).toContain('failed: edu-repo ls /Nirgends');
    const wrongCode = { from: 'help check', lines: ['edu-repo permission check -guest- /Mathe Read --yes -n; true'] };
    expect((await outcome(wrongCode)).code).not.toBe(0);
  });

  test('is in each list only while it exists', () => {
    const all = scripts.flatMap(({ lines }) => lines).join('\n');
    const parts = [...notRun, ...before, ...exitCodesOf].map(([part]) => part);
    expect([...parts, ...stillRun].filter((part) => !all.includes(part))).toEqual([]);
    expect(
      [...untilStopped, ...variables].filter(([part]) => !all.split('\n').some((line) => part.test(line))),
    ).toEqual([]);
  });
});
