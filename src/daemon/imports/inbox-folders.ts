import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { watchFolder } from '../../adapters/metadata-sets/watch-folder.ts';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { InboxEntry, InboxFolders } from '../../ports/inbox-folders.ts';
import type { Log } from '../../ports/log.ts';

/** In milliseconds. */
export interface InboxTimes {
  /** How long an entry must not have changed before it is taken. */
  readonly settled: number;
  /** How often entries are compared that were not settled. */
  readonly check: number;
  /** How often the folder is read without a notice of the system, which network disks do not send. */
  readonly poll: number;
}

const defaultTimes: InboxTimes = { settled: 4_000, check: 1_000, poll: 60_000 };

/** The folder of the entries that are being imported. They are moved there first, so that no one changes them during the import. */
const inProgress = '.importing';
const doneFolder = 'done';
const failedFolder = 'failed';

/** Files that editors, browsers, file managers and transfers leave while they work. */
const ignored =
  /^(?:\..*|~\$.*|.*~|Thumbs\.db|desktop\.ini|.*\.(?:tmp|temp|part|partial|filepart|crdownload|download|swp))$/i;

const isIgnored = (name: string): boolean => ignored.test(name) || name === doneFolder || name === failedFolder;

/** What tells a file or folder from its state a moment before: the size and time of each file in it. */
async function stateOf(path: string): Promise<string> {
  const facts = await lstat(path, { bigint: true });
  if (!facts.isDirectory()) return `${facts.size}:${facts.mtimeNs}:${facts.ino}`;
  const names = (await readdir(path)).sort();
  const states = await Promise.all(names.map((name) => stateOf(join(path, name))));
  return JSON.stringify([facts.mtimeNs.toString(), names, states]);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Whether a folder has a file that is still being written, such as by a browser. */
async function hasUnfinished(path: string): Promise<boolean> {
  if (!(await lstat(path)).isDirectory()) return false;
  const names = await readdir(path, { recursive: true });
  return names.some((name) => /\.(?:part|partial|filepart|crdownload|download)$/i.test(name));
}

/** Renames a file or folder into a folder, under its name or with a number after it. Resolves to the new path. */
async function moveInto(folder: string, path: string): Promise<string> {
  const { base, name, ext } = parse(path);
  await mkdir(folder, { recursive: true });
  for (let number = 1; ; number += 1) {
    const target = join(folder, number === 1 ? base : `${name} (${number})${ext}`);
    if (await exists(target)) continue;
    await rename(path, target);
    return target;
  }
}

class WatchedInbox {
  readonly #folder: string;
  readonly #take: (entry: InboxEntry) => Promise<void>;
  readonly #log: Log;
  readonly #times: InboxTimes;
  /** The last state of the entries that are not taken yet, and since when they have it. */
  #known = new Map<string, { readonly state: string; readonly since: number }>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closeWatch: () => Promise<void> = async () => undefined;
  #begun = false;
  #stopped = false;
  #problem: string | undefined;

  constructor(folder: string, take: (entry: InboxEntry) => Promise<void>, log: Log, times: InboxTimes) {
    this.#folder = folder;
    this.#take = take;
    this.#log = log;
    this.#times = times;
    this.#look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.#closeWatch();
    this.#closeWatch = async () => undefined;
  }

  #staging = (): string => join(this.#folder, inProgress);

  /** Takes first what an earlier process has left. */
  async #begin(): Promise<void> {
    if (!(await stat(this.#folder)).isDirectory()) throw new Error(`${this.#folder} is not a folder.`);
    for (const name of [inProgress, doneFolder, failedFolder])
      await mkdir(join(this.#folder, name), { recursive: true });
    for (const name of await readdir(this.#staging())) await this.#offer(join(this.#staging(), name));
    const watch = await watchFolder(this.#folder, this.#log, () => this.#look(), 'the inbox');
    this.#closeWatch = () => watch.close();
    this.#begun = true;
  }

  /** Looks into the folder now, or after the work in progress. */
  #look(): void {
    if (this.#stopped || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#running = this.#round()
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#end());
  }

  #end(): void {
    this.#running = undefined;
    if (this.#stopped) return;
    const pause = this.#known.size > 0 ? this.#times.check : this.#times.poll;
    this.#timer = setTimeout(() => this.#look(), pause).unref();
  }

  async #round(): Promise<void> {
    if (!this.#begun) await this.#begin();
    const names = (await readdir(this.#folder)).filter((name) => !isIgnored(name)).sort();
    const known = this.#known;
    this.#known = new Map();
    for (const name of names) {
      if (this.#stopped) return;
      if (await this.#isSettled(name, known.get(name))) await this.#offer(await this.#stage(name));
    }
    this.#problem = undefined;
  }

  async #isSettled(name: string, before: { readonly state: string; readonly since: number } | undefined) {
    const path = join(this.#folder, name);
    try {
      const facts = await lstat(path);
      // Links could name anything on the disk, and pipes never end.
      if (!facts.isFile() && !facts.isDirectory()) return false;
      const state = await stateOf(path);
      const now = performance.now();
      const since = before?.state === state ? before.since : now;
      if (now - since >= this.#times.settled && !(await hasUnfinished(path))) return true;
      this.#known.set(name, { state, since });
      return false;
    } catch (error) {
      // It was moved or deleted meanwhile.
      if (systemErrorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async #stage(name: string): Promise<string> {
    const folder = join(this.#staging(), randomUUID());
    await mkdir(folder, { recursive: true });
    await rename(join(this.#folder, name), join(folder, name));
    return folder;
  }

  async #offer(folder: string): Promise<void> {
    const [name] = await readdir(folder);
    // The process ended between making the folder and moving the entry, or after moving it away.
    if (name === undefined) return rm(folder, { recursive: true });
    if (this.#stopped) return;
    const finish: InboxEntry['finish'] = async (result, report) => {
      const into = join(this.#folder, result === 'done' ? doneFolder : failedFolder);
      const moved = await moveInto(into, join(folder, name));
      await writeFile(`${moved}.report.json`, `${JSON.stringify(report, undefined, 2)}\n`);
      await rm(folder, { recursive: true });
    };
    await this.#take({ name, folder, finish });
  }

  /** The log has each reason only once. */
  #report(error: unknown): void {
    const reason = messageOf(error);
    if (reason !== this.#problem) this.#log.error('An inbox cannot be used.', { folder: this.#folder, reason });
    this.#problem = reason;
  }
}

export const createInboxFolders = (log: Log, times: InboxTimes = defaultTimes): InboxFolders => ({
  watch(folder, take) {
    const inbox = new WatchedInbox(folder, take, log, times);
    return () => inbox.stop();
  },
});
