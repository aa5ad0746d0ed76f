import { randomUUID } from 'node:crypto';
import { link, open, readFile, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { wallClock } from '../print/wall-clock.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** Who holds a lock; `token` is never used again. */
interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** A lock whose content was lost, as by a power cut: nobody can say whose it is. */
interface DamagedLock {
  /** Names this very file. */
  readonly token: string;
  readonly writtenAt: number;
}

type Lock = Holder | DamagedLock;

const isHolder = (lock: Lock | undefined): lock is Holder => lock !== undefined && 'pid' in lock;

const patience = 60_000;
/** A file that is younger may be one that another machine, in a home folder that both share, does not see whole yet. */
const damagedAfter = 10_000;
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
    await file.sync();
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

function holderIn(text: string): Holder | undefined {
  try {
    // Only this function's neighbours write there: what can be read at all is a holder.
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** The lock that is there; undefined where there is none. */
async function lockAt(path: string): Promise<Lock | undefined> {
  try {
    const holder = holderIn(await readFile(path, 'utf8'));
    if (holder !== undefined) return holder;
    const { ino, mtimeMs } = await stat(path);
    return { token: `damaged-${ino}-${Math.round(mtimeMs)}`, writtenAt: mtimeMs };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isDead(lock: Lock): boolean {
  if (!isHolder(lock)) return wallClock() - lock.writtenAt > damagedAfter;
  // A process of another machine, in a home folder that both share, cannot be asked.
  if (lock.host !== hostname()) return false;
  try {
    process.kill(lock.pid, 0);
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH';
  }
}

/**
 * Takes a dead process's lock away. Only the maker of a file named after that very lock may, and only while the lock is
 * still that one: so nobody takes away the lock that somebody else has just made in its place.
 */
async function clearDead(path: string, dead: Lock, self: Holder): Promise<void> {
  const right = `${path}.clear-${dead.token}`;
  if (!(await made(right, self))) return;
  try {
    if ((await lockAt(path))?.token === dead.token) await gone(path);
  } finally {
    await gone(right);
  }
}

const busy = (path: string, holder: Holder | undefined): Failure =>
  new Failure(exitCodes.locked, {
    what: `${path} is held by process ${holder?.pid ?? 'unknown'} on ${holder?.host ?? 'this machine'}.`,
    why: 'One command at a time changes the file that it guards.',
    next: 'Wait for that command to end; if there is no such process any more, delete the file',
  });

async function acquire(path: string): Promise<Holder> {
  const self: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  const deadline = performance.now() + patience;
  while (!(await made(path, self))) {
    const lock = await lockAt(path);
    if (lock !== undefined && isDead(lock)) await clearDead(path, lock, self);
    else if (performance.now() > deadline) throw busy(path, isHolder(lock) ? lock : undefined);
    else await pause(pollEvery);
  }
  return self;
}

/**
 * Does work while nobody else who asks for the same lock does. One whose process has ended, or that is damaged, is taken over;
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
