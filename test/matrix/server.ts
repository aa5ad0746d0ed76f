import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import type { Credentials } from './wire.ts';

export const admin: Credentials = { userName: 'admin', password: 'Schlüsselbund: 7 «rot»' };

export interface MatrixServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly guest: boolean;
  /** The number of the mutant that runs. */
  readonly mutant: number;
  /** A data directory to begin with a copy of; otherwise with a new one. */
  readonly begunIn?: string;
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

/** Starts a daemon of the program over a data directory of its own; both are gone after `stop`. */
export async function startServer(program: string, options: ServerOptions): Promise<MatrixServer> {
  const folder = await mkdtemp(join(tmpdir(), 'm-'));
  if (options.begunIn !== undefined) await cp(options.begunIn, join(folder, 'data'), { recursive: true });
  try {
    return await startIn(join(folder, 'data'), program, options, () => rm(folder, { recursive: true, force: true }));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a daemon over this data directory. `afterStop` follows its end. */
export async function startIn(
  data: string,
  program: string,
  options: ServerOptions,
  afterStop: () => Promise<void>,
): Promise<MatrixServer> {
  const daemon = execa('node', [program, 'serve', '--data', data, '--port', '0'], {
    env: {
      MUTANT: String(options.mutant),
      EDU_REPO_ADMIN_PASSWORD: admin.password,
      EDU_REPO_SECURITY_GUEST_ENABLED: String(options.guest),
      EDU_REPO_REPOSITORY_DATAPROTECTION_ENABLED: 'true',
      EDU_REPO_REPOSITORY_DATAPROTECTION_CRONEXPRESSION: '0 0 3 1 1 ?',
      // A report takes a second, and says nothing about rights.
      EDU_REPO_REPOSITORY_DATAPROTECTION_SUMMARYEXPORT: 'false',
      EDU_REPO_SERVER_TRUSTEDPROXIES: '[127.0.0.1]',
      // The repositories that it connects are on this machine.
      EDU_REPO_NETWORK_ALLOWPRIVATE: 'true',
    },
    reject: false,
    stdin: 'ignore',
    buffer: { stdout: false },
  });
  const stop = async (): Promise<void> => {
    daemon.kill('SIGTERM');
    await daemon;
    await afterStop();
  };
  const url = await readyUrl(daemon.stdout);
  if (url !== undefined) return { url, stop };
  const { stderr } = await daemon;
  await stop();
  throw new Error(`The daemon ended before it was ready: ${stderr.slice(-2000)}`);
}
