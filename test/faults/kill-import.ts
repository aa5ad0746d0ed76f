import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { execa } from 'execa';
import { type DaemonProcess, program, startDaemon } from './daemon-process.ts';

/** What is killed while an import runs. After `server` the client may wait for the new server, or give up. */
export const killTargets = ['client', 'server', 'both', 'interrupt'] as const;
export type KillTarget = (typeof killTargets)[number];

/** Numbers from 0 to 1 that depend on the seed only. */
export function randomNumbers(seed: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** Where an import runs, and its words. */
export interface KilledImport {
  /** Holds the data directory, the jobs, and the folder `tmp` for temporary files. */
  readonly folder: string;
  readonly words: readonly string[];
}

export const dataDirectoryIn = (folder: string): string => join(folder, 'data');

/** Starts a command with the jobs of the folder. */
export const startClient = (folder: string, words: readonly string[]) =>
  execa(process.execPath, [program, ...words], {
    // A killed client leaves its temporary files.
    env: { XDG_STATE_HOME: join(folder, 'state'), TMPDIR: join(folder, 'tmp'), EDU_REPO_DATA: dataDirectoryIn(folder) },
    ...({ reject: false, stdin: 'ignore', timeout: 300_000, killSignal: 'SIGKILL' } as const),
  });

/**
 * The import itself if it was killed before it was a job, and otherwise its job; undefined if that is done, because the kill came
 * between its last record and its end.
 */
async function wordsToGoOn({ folder, words }: KilledImport): Promise<readonly string[] | undefined> {
  const jobs = await readdir(join(folder, 'state', 'edu-repo', 'jobs')).catch(() => []);
  if (jobs.length === 0) return words;
  const list = await startClient(folder, ['job', 'list', '-o', 'json']);
  const [job] = (JSON.parse(list.stdout) as { jobs: { id: number; state: string }[] }).jobs;
  if (job?.state === 'done') return undefined;
  return job === undefined ? words : ['job', 'resume', String(job.id)];
}

/** How an import may end that was killed, other than by a signal: done, partly done, without a server, signed out, interrupted. */
const endings: readonly (number | undefined)[] = [0, 7, 8, 4, 130, undefined];

/**
 * Runs an import, killTargets at the moments that `next` returns (in milliseconds; undefined for no more), and goes on by its job until it
 * is done. Resolves to the killTargets that met it, and the daemon that runs then.
 */
export async function importWithKills(
  killed: KilledImport,
  next: () => { readonly target: KillTarget; readonly afterMs: number } | undefined,
): Promise<{ readonly met: readonly KillTarget[]; readonly attempts: number; readonly daemon: DaemonProcess }> {
  const dataDirectory = dataDirectoryIn(killed.folder);
  let daemon = await startDaemon({ dataDirectory });
  const met: KillTarget[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const words = await wordsToGoOn(killed);
    if (words === undefined) return { met, attempts, daemon };
    const client = startClient(killed.folder, words);
    const kill = next();
    if (kill !== undefined) {
      const ended = await Promise.race([pause(kill.afterMs, false), client.then(() => true)]);
      if (!ended) {
        met.push(kill.target);
        daemon = await killNow(kill.target, client, daemon, dataDirectory);
      }
    }
    const { exitCode, stderr } = await client;
    if (exitCode === 0) return { met, attempts, daemon };
    if (!endings.includes(exitCode) || attempts > 50) {
      await daemon.stop();
      throw new Error(`The import ended with ${exitCode} after ${met.join(', ')}:\n${stderr.slice(-2000)}`);
    }
  }
}

async function killNow(
  target: KillTarget,
  client: ReturnType<typeof startClient>,
  daemon: DaemonProcess,
  dataDirectory: string,
): Promise<DaemonProcess> {
  if (target === 'interrupt') client.kill('SIGINT');
  if (target === 'client' || target === 'both') client.kill('SIGKILL');
  if (target === 'client' || target === 'interrupt') return daemon;
  await daemon.kill();
  const again = { dataDirectory, port: Number(new URL(daemon.url).port) };
  return startDaemon(again).catch(async () => {
    // The client came before it had a connection, and opened the data directory itself.
    await client;
    return startDaemon(again);
  });
}
