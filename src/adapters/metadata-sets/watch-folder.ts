import { stat } from 'node:fs/promises';
import type { FSWatcher, watch } from 'chokidar';
import { messageOf } from '../../base/errors/errors.ts';
import type { Log } from '../../ports/log.ts';

/** `onChange` is called when nothing has changed for this long, because editors save files in several steps. */
const quietTimeMs = 150;
/** `onChange` is called after this time even if changes continue. */
const maxWaitMs = 2_000;
/** The interval for checking the folder itself, and also its files if the system cannot watch them. */
const pollingIntervalMs = 3_000;

export interface FolderWatch {
  /** Why the system cannot watch the folder; undefined if it can. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/** Calls `work` once after a series of changes. */
function debounced(work: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  return {
    note(): void {
      const now = performance.now();
      since ??= now;
      clearTimeout(timer);
      const wait = Math.max(0, Math.min(quietTimeMs, since + maxWaitMs - now));
      timer = setTimeout(() => {
        since = undefined;
        work();
      }, wait);
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** Calls `work` when the folder is replaced or removed. */
function watchReplacement(folder: string, work: () => Promise<void>, failed: (error: unknown) => void) {
  const inode = (): Promise<number | undefined> =>
    stat(folder).then(
      ({ ino }) => ino,
      () => undefined,
    );
  let known: number | undefined;
  let checking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const now = await inode();
    if (now === known) return;
    known = now;
    await work();
  };
  return {
    async start(): Promise<void> {
      known = await inode();
      timer = setInterval(() => {
        checking ??= check()
          .catch(failed)
          .finally(() => {
            checking = undefined;
          });
      }, pollingIntervalMs);
    },
    /** Call this when the watched folder was removed. It may exist again by now. */
    lost(): void {
      known = undefined;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await checking;
    },
  };
}

/**
 * Calls `onChange` a moment after the last of several changes below a folder, and within a few seconds after the folder
 * itself is replaced. If the system cannot watch the folder (no watches left, or a network disk), polls the files every few
 * seconds instead and logs a warning, which calls the folder `what`. Resolves when the watch has begun.
 */
export async function watchFolder(
  folder: string,
  log: Log,
  onChange: () => void,
  what = 'the metadata sets',
): Promise<FolderWatch> {
  const { watch } = await import('chokidar');
  const watcher = new FolderWatcher(watch, folder, log, { onChange, what });
  await watcher.start();
  return watcher;
}

class FolderWatcher implements FolderWatch {
  readonly #watch: typeof watch;
  readonly #folder: string;
  readonly #log: Log;
  readonly #what: string;
  readonly #changes: ReturnType<typeof debounced>;
  readonly #folderItself: ReturnType<typeof watchReplacement>;
  #watcher: FSWatcher | undefined;
  #usePolling = false;
  #problem: string | undefined;
  #closed = false;

  constructor(
    watchFiles: typeof watch,
    folder: string,
    log: Log,
    { onChange, what }: { readonly onChange: () => void; readonly what: string },
  ) {
    this.#watch = watchFiles;
    this.#folder = folder;
    this.#log = log;
    this.#what = what;
    this.#changes = debounced(onChange);
    this.#folderItself = watchReplacement(
      folder,
      () => this.#reopen(),
      (error) => this.#fail(error),
    );
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async start(): Promise<void> {
    await this.#folderItself.start();
    await this.#open();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.stop();
    await this.#folderItself.stop();
    this.#changes.stop();
    await this.#watcher?.close();
  }

  #open(): Promise<void> {
    return new Promise((resolve) => {
      const opened = this.#watch(this.#folder, {
        ...{ depth: 1, ignoreInitial: true, usePolling: this.#usePolling },
        ...{ interval: pollingIntervalMs, binaryInterval: pollingIntervalMs },
      });
      this.#watcher = opened;
      opened.on('all', this.#changes.note);
      opened.on('unlinkDir', (path) => {
        if (path === this.#folder) this.#folderItself.lost();
      });
      opened.on('ready', resolve);
      opened.on('error', (error) => {
        // A replaced watcher may still report errors.
        if (this.#closed || this.#watcher !== opened) return;
        resolve(this.#usePolling ? this.#fail(error) : this.#poll(error));
      });
    });
  }

  async #reopen(): Promise<void> {
    const before = this.#watcher;
    this.#watcher = undefined;
    await before?.close();
    if (this.#closed) return;
    await this.#open();
    // Files may have changed while there was no watcher.
    this.#changes.note();
  }

  async #poll(error: unknown): Promise<void> {
    this.#log.warn(`The system cannot watch ${this.#what}. The files are checked every few seconds instead.`, {
      reason: messageOf(error),
    });
    this.#usePolling = true;
    await this.#reopen();
  }

  #fail(error: unknown): void {
    this.#problem = messageOf(error);
    this.#log.error(`The system cannot watch ${this.#what}. After a change, restart the server.`, {
      reason: this.#problem,
    });
  }
}
