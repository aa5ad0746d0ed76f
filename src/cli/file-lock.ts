import { randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { systemErrorCode } from '../../base/errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';

/** Who holds a lock; `token` is never used again. */
interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

const patience = 60_000;
const pollEvery = 25;

async function gone(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}

/** Makes a file exclusively and with its whole content at once, so that nobody reads a half-written lock. */
async function made(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.token}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(holder));
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await gone(draft);
  }
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    // Only this function's neighbours write there.
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isDead({ pid, host }: Holder): boolean {
  // A process of another machine, in a home folder that both share, cannot be asked.
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}

/**
 * Takes a dead process's lock away. Only the maker of a file named after that very lock may, and only while the lock is
 * still that one: so nobody takes away the lock that somebody else has just made in its place.
 */
async function clearDead(path: string, dead: Holder, self: Holder): Promise<void> {
  const right = `${path}.clear-${dead.token}`;
  if (!(await made(right, self))) return;
  try {
    if ((await holderOf(path))?.token === dead.token) await gone(path);
  } finally {
    await gone(right);
  }
}

const busy = (path: string, holder: Holder | undefined): Failure =>
  new Failure(exitCodes.locked, {
    what: `${path} is held by process ${holder?.pid ?? 'unknown'} on ${holder?.host ?? 'this machine'}.`,
    why: 'One command at a time refreshes a sign-in, as its refresh token can be used once.',
    next: 'Wait for that command to end; if there is no such process any more, delete the file',
  });

async function acquire(path: string): Promise<Holder> {
  const self: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  const deadline = performance.now() + patience;
  while (!(await made(path, self))) {
    const holder = await holderOf(path);
    if (holder !== undefined && isDead(holder)) await clearDead(path, holder, self);
    else if (performance.now() > deadline) throw busy(path, holder);
    else await pause(pollEvery);
  }
  return self;
}

/**
 * Does work while no other process that asks for the same lock does. A lock whose process has ended is taken over;
 * after a minute of waiting rejects with a failure of exit code 9 that names the holder.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await work();
  } finally {
    await gone(path);
  }
}
