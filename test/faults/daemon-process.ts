import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type Client, createClient } from '../../src/client/client.ts';
import { authorizationOf } from '../../src/client/credentials.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';

/** The program as it is installed: `node` with this file. */
export const program = fileURLToPath(new URL('../../bin/edu-repo.js', import.meta.url));

/** What the first administrator signs in with where a test says nothing else. */
const adminPassword = 'correct horse battery';

export interface DaemonOptions {
  readonly dataDirectory: string;
  /** Of the first administrator, where this start makes the repository. */
  readonly password?: string;
  /** A free one where the test says nothing else. */
  readonly port?: number;
  /** Modules (in TypeScript) that the daemon loads first: they break something in it. */
  readonly preloads?: readonly URL[];
  /** A command that runs the daemon, such as strace with its options. */
  readonly runner?: readonly string[];
  /** Variables of its environment, besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A daemon in a process of its own, over TCP, with the operator's rights. */
export interface DaemonProcess {
  readonly pid: number;
  readonly url: string;
  readonly client: Client;
  /** Resolves when the process is gone, to how it ended and the end of what it wrote to stderr. */
  readonly ended: Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | undefined>;
}

const quoted = (text: string): string => `The daemon wrote to stderr:\n${text.slice(-4000)}`;

/** A client of the daemon at `url` that goes by the operator's token. */
async function operatorClient(dataDirectory: string, url: string): Promise<{ client: Client; close(): void }> {
  const token = (await readFile(join(dataDirectory, 'operator.token'), 'utf8')).trim();
  const transport = createHttpTransport({ baseUrl: new URL(url) });
  const headers = { authorization: authorizationOf({ kind: 'bearer', token }) };
  return { client: createClient(transport.send, () => headers), close: transport.close };
}

/** The address that the daemon prints when it is ready; undefined where its output ends before. */
function readyUrl(stdout: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /^ready (\S+)$/m.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    stdout.once('close', () => resolve(undefined));
  });
}

/** Starts `edu-repo serve` on a free port. Resolves when it says that it is ready; rejects where it ends before. */
export async function startDaemon(options: DaemonOptions): Promise<DaemonProcess> {
  const { dataDirectory, password = adminPassword, port = 0, preloads = [], runner = [], environment = {} } = options;
  const loading = preloads.length === 0 ? [] : ['tsx', ...preloads.map(({ href }) => href)];
  const [file = process.execPath, ...before] = [...runner, process.execPath];
  const subprocess = execa(
    file,
    [
      ...before,
      ...loading.flatMap((name) => ['--import', name]),
      program,
      'serve',
      '--data',
      dataDirectory,
      '--port',
      String(port),
    ],
    { env: { EDU_REPO_ADMIN_PASSWORD: password, ...environment }, reject: false, stdin: 'ignore' },
  );
  const url = await readyUrl(subprocess.stdout);
  if (url === undefined) throw new Error(`The daemon ended before it was ready. ${quoted((await subprocess).stderr)}`);
  // A runner has a process id of its own: the daemon tells which is its.
  const running = JSON.parse(await readFile(join(dataDirectory, 'run', 'daemon.json'), 'utf8')) as { pid: number };
  const { client, close } = await operatorClient(dataDirectory, url);
  const end = async (signal: NodeJS.Signals): Promise<number | undefined> => {
    // Whoever comes twice finds it ended.
    if (subprocess.exitCode === null && subprocess.signalCode === null) process.kill(running.pid, signal);
    const { exitCode } = await subprocess;
    close();
    return exitCode;
  };
  const ended = subprocess.then(
    ({ exitCode, signal, stderr }) => `The daemon ended with ${exitCode ?? signal}. ${quoted(stderr)}`,
  );
  return {
    pid: running.pid,
    url,
    client,
    ended,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}
