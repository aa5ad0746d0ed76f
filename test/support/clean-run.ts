import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freshBuild } from './fresh-build.ts';
import { sharedPrefix } from './shared-folder.ts';

/** What tools keep in the folder for temporary files by their own design. */
const cachesOfTools = /^(?:tsx-|node-compile-cache|node-jiti|vitest-)/;

const mayStay = (name: string): boolean => cachesOfTools.test(name) || name.startsWith(sharedPrefix);

const programOfOurs =
  /(?:bin\/edu-repo(?:\.js)?|cli\/main\.[jt]s|(?:pictures|texts)\/worker\.[jt]s|daemon\/[\w-]+\.[jt]s)(?:\0|$)/;

async function textOf(file: string): Promise<string> {
  // A process can end while it is looked at.
  return readFile(file, 'utf8').catch(() => '');
}

async function isOursFromThisRun(pid: string, mark: string): Promise<boolean> {
  const environment = await textOf(`/proc/${pid}/environ`);
  if (!environment.split('\0').includes(mark)) return false;
  return programOfOurs.test(await textOf(`/proc/${pid}/cmdline`));
}

/** The ids of processes of this program that carry the run's mark in their environment; none where there is no /proc. */
async function processesLeft(mark: string): Promise<string[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const ours = await Promise.all(pids.map((pid) => isOursFromThisRun(pid, mark)));
  return pids.filter((_, index) => ours[index]);
}

/** A daemon that was told to stop may take a moment. */
async function processesThatStay(mark: string): Promise<string[]> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await processesLeft(mark)).length === 0) return [];
    await wait(200);
  }
  return processesLeft(mark);
}

/** Variables of the person at the keyboard must not change what the tests see. */
function forgetSettings(): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('EDU_REPO_') && name !== 'EDU_REPO_CORPUS') delete process.env[name];
  }
}

/** A run with the folders of the system. */
export const setup = (): Promise<() => Promise<void>> => cleanRun(tmpdir());

/**
 * Gives the run a fresh build, a folder of its own in `place` for temporary files, and no settings from outside. At its end, what a test
 * left behind (a process, a file) is removed, and fails the run.
 */
export async function cleanRun(place: string): Promise<() => Promise<void>> {
  await freshBuild();
  forgetSettings();
  const folder = await mkdtemp(join(place, 'edu-'));
  process.env['TMPDIR'] = folder;
  const mark = `TMPDIR=${folder}`;
  return async () => {
    const pids = await processesThatStay(mark);
    const files = (await readdir(folder)).filter((name) => !mayStay(name));
    await rm(folder, { recursive: true, force: true });
    for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
    if (pids.length === 0 && files.length === 0) return;
    // Vitest reports an error of a teardown, but does not let the run fail for it.
    process.exitCode = 1;
    throw new Error(`Tests left behind: processes [${pids.join(', ')}], temporary files [${files.join(', ')}].`);
  };
}
