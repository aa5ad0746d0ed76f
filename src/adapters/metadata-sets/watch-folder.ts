import { stat } from 'node:fs/promises';
import type { FSWatcher } from 'chokidar';
import { messageOf } from '../../base/errors/errors.ts';
import type { Log } from '../../ports/log.ts';

/** So long nothing more may change before it is read: whoever saves or copies files does so in several steps. In ms. */
const quietTime = 150;
/** Where changes go on and on, they are read all the same. In ms. */
const longestWait = 2_000;
/** Where the system cannot tell of changes, the files are looked at this often. In ms. */
const pollingInterval = 3_000;

export interface FolderWatch {
  /** Why changes are not noticed; undefined: they are. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/** Calls `work` once after changes that come together. */
function gathered(work: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  return {
    note(): void {
      const now = performance.now();
      since ??= now;
      clearTimeout(timer);
      const wait = Math.max(0, Math.min(quietTime, since + longestWait - now));
      timer = setTimeout(() => {
        since = undefined;
        work();
      }, wait);
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Calls `work` when another folder, or none, is in the place of the one that was there at first. */
function watchPlace(folder: string, work: () => Promise<void>) {
  const inode = (): Promise<number | undefined> =>
    stat(folder).then(
      ({ ino }) => ino,
      () => undefined,
    );
  let known: number | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const now = await inode();
    if (now === known) return;
    known = now;
    await work();
  };
  return {
    async start(): Promise<void> {
      known = await inode();
      timer = setInterval(() => {
        looking ??= look().finally(() => {
          looking = undefined;
        });
      }, pollingInterval);
    },
    /** The watched folder was taken away, and may be back by now. */
    lost(): void {
      known = undefined;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}

/**
 * Tells of changes below a folder, a moment after the last of them; within a few seconds also where the folder itself is
 * put in the place of another one. Where the system cannot watch it (its watches are used up, or a network disk has none),
 * the files are looked at every few seconds instead, and the log says so. Resolves when every later change is noticed.
 */
export async function watchFolder(folder: string, log: Log, onChange: () => void): Promise<FolderWatch> {
  const { watch } = await import('chokidar');
  const changes = gathered(onChange);
  let watcher: FSWatcher | undefined;
  let usePolling = false;
  let problem: string | undefined;
  let closed = false;

  const fail = (error: unknown): void => {
    problem = messageOf(error);
    log.error('Changed metadata sets are not noticed: restart the repository after a change.', { reason: problem });
  };

  const poll = async (error: unknown): Promise<void> => {
    log.warn('The system cannot tell of changed metadata sets: their files are looked at every few seconds instead.', {
      reason: messageOf(error),
    });
    usePolling = true;
    await reopen();
  };

  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const opened = watch(folder, {
        ...{ depth: 1, ignoreInitial: true, usePolling },
        ...{ interval: pollingInterval, binaryInterval: pollingInterval },
      });
      watcher = opened;
      opened.on('all', changes.note);
      opened.on('unlinkDir', (path) => {
        if (path === folder) place.lost();
      });
      opened.on('ready', resolve);
      opened.on('error', (error) => {
        // Only the one that is in use has a say.
        if (closed || watcher !== opened) return;
        resolve(usePolling ? fail(error) : poll(error));
      });
    });

  const reopen = async (): Promise<void> => {
    const before = watcher;
    watcher = undefined;
    await before?.close();
    if (closed) return;
    await open();
    // What changed in between.
    changes.note();
  };

  const place = watchPlace(folder, reopen);
  await place.start();
  await open();
  return {
    get problem() {
      return problem;
    },
    async close() {
      closed = true;
      changes.stop();
      await place.stop();
      changes.stop();
      await watcher?.close();
    },
  };
}
