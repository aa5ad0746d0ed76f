import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, programs, runForJson } from './child.ts';
import type { Measurement } from './figures.ts';
import { cpuSeconds } from './process-figures.ts';

/** Requests that several clients send for a while, each as soon as its last one is answered. */
export interface Load {
  /** The origin of the server. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Made by `writeRequests`. */
  readonly requests: string;
  readonly authorization?: string;
  /** Of the bodies; JSON where it is missing. */
  readonly contentType?: string;
  readonly clients: number;
  readonly seconds: number;
  /** The core that the clients run on; any where it is missing. */
  readonly core?: number;
}

interface Told {
  readonly requests: number;
  readonly seconds: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

const wrk = 'wrk';

const hasWrk = spawnSync(wrk, ['-v']).error === undefined;

/** The program that sends the requests. */
export const loadProgram = hasWrk ? wrk : 'Node.js';

/**
 * Writes requests to be sent one after the other, in a circle. In a body `@n@` stands for what no other request has, and
 * `@crlf@` for the end of a line, as no line of the file may end within one.
 */
export async function writeRequests(
  folder: string,
  name: string,
  requests: readonly { readonly path: string; readonly body?: string }[],
): Promise<string> {
  const file = join(folder, `${name}.requests`);
  const lines = requests.map(({ path, body }) => (body === undefined ? path : `${path}\t${body}`));
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

let runs = 0;

function environmentOf(load: Load): Record<string, string> {
  runs += 1;
  return {
    BENCH_URL: load.url,
    BENCH_METHOD: load.method,
    BENCH_REQUESTS: load.requests,
    BENCH_CLIENTS: String(load.clients),
    BENCH_SECONDS: String(load.seconds),
    BENCH_MARK: `${runs}-`,
    BENCH_CONTENT_TYPE: load.contentType ?? 'application/json',
    ...(load.authorization === undefined ? {} : { BENCH_AUTHORIZATION: load.authorization }),
  };
}

function commandOf({ clients, seconds, url }: Load): readonly string[] {
  if (!hasWrk) return [process.execPath, programs.load];
  // A slow answer is a slow answer: wrk counts it as a failure after two seconds unless it is told to wait.
  return [
    wrk,
    '-t',
    '1',
    '-c',
    String(clients),
    '-d',
    `${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    programs.wrkScript,
    url,
  ];
}

/** Requests a second that the server answers, and its CPU seconds for one. Rejects where an answer was an error. */
export async function measureLoad(server: Child, load: Load): Promise<Measurement> {
  const before = cpuSeconds(server.pid);
  const told = await runForJson<Told>(commandOf(load), {
    environment: environmentOf(load),
    ...(load.core === undefined ? {} : { core: load.core }),
  });
  const used = cpuSeconds(server.pid) - before;
  if (told.failed > 0 || told.requests === 0) {
    throw new Error(`${told.failed} of ${told.requests} requests to ${load.url} failed: nothing was measured.`);
  }
  return {
    value: told.requests / told.seconds,
    count: told.requests,
    cpu: used / told.requests,
    p50: told.p50,
    p99: told.p99,
  };
}
