import { type FSWatcher, watch } from 'chokidar';
import { messageOf } from '../../base/errors.ts';
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

/**
 * Tells of changes below a folder, a moment after the last of them. Where the system cannot watch it (its watches are used
 * up, or a network disk has none), the files are looked at every few seconds instead, and the log says so. Resolves when
 * every later change is noticed.
 */
export async function watchFolder(folder: string, log: Log, onChange: () => void): Promise<FolderWatch> {
  const changes = gathered(onChange);
  let watcher: FSWatcher | undefined;
  let problem: string | undefined;
  let closed = false;

  const open = (usePolling: boolean): Promise<void> =>
    new Promise((resolve) => {
      const opened = watch(folder, {
        depth: 1,
        ignoreInitial: true,
        usePolling,
        interval: pollingInterval,
        binaryInterval: pollingInterval,
      });
      watcher = opened;
      opened.on('all', changes.note);
      opened.on('ready', resolve);
      opened.on('error', (error) => {
        // Only the one that is in use has a say.
        if (closed || watcher !== opened) return;
        resolve(usePolling ? fail(error) : poll(error));
      });
    });

  const fail = (error: unknown): void => {
    problem = messageOf(error);
    log.error('Changed metadata sets are not noticed: restart the repository after a change.', { reason: problem });
  };

  const poll = async (error: unknown): Promise<void> => {
    log.warn('The system cannot tell of changed metadata sets: their files are looked at every few seconds instead.', {
      reason: messageOf(error),
    });
    await watcher?.close();
    if (!closed) await open(true);
    // What changed in between.
    changes.note();
  };

  await open(false);
  return {
    get problem() {
      return problem;
    },
    async close() {
      closed = true;
      changes.stop();
      await watcher?.close();
    },
  };
}
