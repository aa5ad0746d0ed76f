import { randomUUID } from 'node:crypto';
import { link, open, readFile, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { wallClock } from '../print/wall-clock.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { isRunning } from './running-process.ts';

/** The holder of a lock. `token` is unique to this lock. */
interface Holder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** A lock whose content was lost, for example by a power cut. */
interface DamagedLock {
  /** Identifies this file, by inode and time. */
  readonly token: string;
  readonly writtenAt: number;
}

type Lock = Holder | DamagedLock;

const isHolder = (lock: Lock | undefined): lock is Holder => lock !== undefined && 'pid' in lock;

const timeoutMs = 60_000;
/** The minimum age of a damaged lock. On a network file system, the content of a newer file may not be visible yet. */
const damagedAfterMs = 10_000;
const pollIntervalMs = 25;

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * Creates a file exclusively and atomically, so that no process reads a partial lock. Resolves with false if it exists.
 */
async function createExclusively(path: string, holder: Holder): Promise<boolean> {
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
    await removeFile(draft);
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    // Only this module writes lock files, so valid JSON is a holder.
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** The current lock; undefined if there is none. */
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
  if (!isHolder(lock)) return wallClock() - lock.writtenAt > damagedAfterMs;
  // The state of a process on another machine that shares the home folder is unknown.
  if (lock.host !== hostname()) return false;
  return !isRunning(lock.pid);
}

/**
 * Removes the lock of a dead process. To avoid removing a lock that another process has just taken, only the process that
 * creates a file named after the dead lock may do so, and only while the lock is still the same.
 */
async function clearDead(path: string, dead: Lock, self: Holder): Promise<void> {
  const permit = `${path}.clear-${dead.token}`;
  if (!(await createExclusively(permit, self))) return;
  try {
    if ((await lockAt(path))?.token === dead.token) await removeFile(path);
  } finally {
    await removeFile(permit);
  }
}

const busy = (path: string, holder: Holder | undefined): Failure =>
  new Failure(exitCodes.locked, {
    what: `${path} is locked by ${holder === undefined ? 'an unknown process' : `process ${holder.pid} on ${holder.host}`}.`,
    why: 'Only one command at a time may change the file that this lock protects.',
    next: 'Try again when the other command has ended. If its process no longer exists, delete the lock file',
  });

async function acquire(path: string): Promise<Holder> {
  const self: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  const deadline = performance.now() + timeoutMs;
  while (!(await createExclusively(path, self))) {
    const lock = await lockAt(path);
    if (lock !== undefined && isDead(lock)) await clearDead(path, lock, self);
    else if (performance.now() > deadline) throw busy(path, isHolder(lock) ? lock : undefined);
    else await pause(pollIntervalMs);
  }
  return self;
}

/**
 * Runs work under a lock that excludes other processes. Takes over a lock that is damaged or whose process has ended.
 * After a minute of waiting, rejects with a failure with exit code 9 that names the holder.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await work();
  } finally {
    await removeFile(path);
  }
}
