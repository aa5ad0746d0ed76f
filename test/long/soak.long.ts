import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { program } from '../faults/daemon-process.ts';
import { requireProcessMemory, residentBytes } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';
import type { LoadResult } from '../soak/load.ts';
import { knowingOAuthClient } from '../support/oauth.ts';
import { admin, anna, basic, bert, carla } from '../support/people.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';

/** How long there is load: ten minutes, or SOAK_SECONDS. */
const seconds = Number(process.env['SOAK_SECONDS'] ?? 600);

const loopDelay = new URL('../bench/processes/loop-delay.mjs', import.meta.url);
const loadProgram = fileURLToPath(new URL('../soak/load.ts', import.meta.url));

/** In milliseconds, between kills of the processes that look into files. */
const killEvery = 7_000;

/** What the server says at its start, beside the log. */
const greeting = /^(?:Data directory|In a browser|API description): |^Press Ctrl-C to stop the server\.$/;

interface LogLine {
  readonly level: string;
  readonly message: string;
}

/** Lines of the log that this load explains. */
function isExplained(line: string, slowNodes: readonly string[]): boolean {
  const { level, message } = JSON.parse(line) as LogLine;
  if (!['warn', 'error', 'fatal'].includes(level)) return true;
  // Slow clients go before they have sent or read everything. Guesses of a password are refused, and may be logged.
  return slowNodes.some((id) => line.includes(id)) || /sign-?in|password/i.test(message);
}

/** The lines of stderr that nothing explains. */
const unexplainedLines = (stderr: string, slowNodes: readonly string[]): string[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '' && !greeting.test(line))
    .filter((line) => !line.startsWith('{') || !isExplained(line, slowNodes));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The values between these parts of the whole. */
const between = (values: readonly number[], from: number, to: number): readonly number[] =>
  values.slice(Math.floor(values.length * from), Math.max(1, Math.ceil(values.length * to)));

function textOf(pid: string, file: 'status' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

const workersOf = (server: number): number[] =>
  readdirSync('/proc')
    .filter((pid) => new RegExp(`^PPid:\\s+${server}$`, 'm').test(textOf(pid, 'status')))
    .filter((pid) => /(?:texts|thumbnails)\/worker/.test(textOf(pid, 'cmdline')))
    .map(Number);

/** The built server over a new repository, with what tells the delay of its event loop. */
async function startServer(directory: string) {
  const subprocess = execa(
    process.execPath,
    ['--import', loopDelay.href, program, 'serve', '--data', directory, '--port', '0'],
    {
      env: {
        EDU_REPO_AUTHENTICATION_OAUTH_CLIENTS: knowingOAuthClient['authentication.oauth.clients'],
        EDU_REPO_TEXTS_TIMELIMIT: 'PT5S',
        EDU_REPO_PREVIEWS_TIMELIMIT: 'PT5S',
      },
      reject: false,
      stdin: 'ignore',
    },
  );
  let output = '';
  subprocess.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const found = async (form: RegExp): Promise<string> => {
    for (;;) {
      const [, value] = form.exec(output) ?? [];
      if (value !== undefined) return value;
      if (subprocess.exitCode !== null)
        throw new Error(`The server has ended: ${(await subprocess).stderr.slice(-2_000)}`);
      await wait(50);
    }
  };
  const url = await found(/^ready (\S+)$/m);
  let asked = 0;
  return {
    subprocess,
    pid: subprocess.pid ?? 0,
    url,
    /** The 99th percentile of the delay of the event loop since it was asked last, in milliseconds. */
    async loopDelay() {
      asked += 1;
      subprocess.kill('SIGUSR2');
      return Number(await found(new RegExp(`^loop-delay ${asked}: (\\S+)$`, 'm')));
    },
  };
}

/** Gives everybody the hash of a password that the program makes: the quick ones of other tests would hide what it costs. */
async function setRealPasswords(url: string): Promise<void> {
  const http = createHttpTransport({ baseUrl: new URL(url) });
  const operator = createClient(http.send, () => basic(admin));
  for (const { userName, password } of [anna, bert, carla]) {
    await operator.setPersonCredential({ repository: '-home-', person: userName, body: { newPassword: password } });
  }
  http.close();
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Puts load on the server and kills what looks into its files, until the load is over. */
async function soak(server: Server) {
  const memory: number[] = [];
  const found = { kills: 0, maxWorkers: 0 };
  await setRealPasswords(server.url);
  const load = execa(process.execPath, ['--import', 'tsx', loadProgram, server.url, String(seconds)], {
    reject: false,
  });
  try {
    await server.loopDelay();
    let nextKill = performance.now() + killEvery;
    while (load.exitCode === null && load.signalCode === null) {
      memory.push(await residentBytes(server.pid));
      const running = workersOf(server.pid);
      found.maxWorkers = Math.max(found.maxWorkers, running.length);
      if (performance.now() > nextKill && running.length > 0) {
        nextKill = performance.now() + killEvery;
        for (const pid of running) process.kill(pid, 'SIGKILL');
        found.kills += running.length;
      }
      await wait(1_000);
    }
    const delay = await server.loopDelay();
    const { stdout, stderr } = await load;
    if (!stdout.startsWith('{')) throw new Error(`The load has failed: ${stderr.slice(-2_000)}`);
    return { ...found, memory, delay, load: JSON.parse(stdout) as LoadResult };
  } finally {
    load.kill('SIGKILL');
    await load;
  }
}

test(`${seconds} seconds of mixed load, hostile files, slow clients and killed workers leave the server as it was`, async (context: TestContext) => {
  requireProcessMemory(context);
  const directory = await newSchoolDirectory();
  onTestFinished(() => removeFolder(directory));
  const server = await startServer(directory);
  onTestFinished(async () => {
    server.subprocess.kill('SIGKILL');
    await server.subprocess;
  });
  const { memory, delay, kills, maxWorkers, load } = await soak(server);
  server.subprocess.kill('SIGTERM');
  const { exitCode, stderr } = await server.subprocess;

  const middle = median(between(memory, 0.4, 0.6));
  const last = median(between(memory, 0.9, 1));
  const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
  report(
    `soak of ${seconds} s: event-loop delay p99 ${delay.toFixed(1)} ms; memory ${inMegabytes(middle)} in the middle, ` +
      `${inMegabytes(last)} at the end, ${inMegabytes(Math.max(...memory))} at most; ${kills} workers killed, ` +
      `${load.slowConnections} slow connections; ${JSON.stringify(load.done)}`,
  );
  expect(load.unexplained).toEqual([]);
  expect(unexplainedLines(stderr, load.slowNodes)).toEqual([]);
  expect(delay).toBeLessThan(100);
  expect(last).toBeLessThan(middle * 1.2);
  expect(kills).toBeGreaterThan(0);
  expect(maxWorkers).toBeLessThanOrEqual(2);
  expect(exitCode).toBe(0);
});
