import type { Readable } from 'node:stream';
import { messageOf, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type FileImportReport, itemCount, type ReportedItem } from '../../domain/harvests/file-import.ts';
import { type HarvestOptions, importOptionsOf } from '../../domain/harvests/harvest.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import type { RunTokens } from '../authentication/run-tokens.ts';
import { createPeriodicTask, type PeriodicTask } from '../background/periodic-task.ts';

type FileImportParts = Pick<Seams, 'store' | 'clock' | 'randomness' | 'log' | 'importUploads'> & {
  readonly rights: Pick<RightsService, 'node'>;
  readonly runTokens: Pick<RunTokens, 'during'>;
};

type FileImportOptions = Pick<HarvestOptions, 'kind' | 'ifExists'>;

/** A file that a person imports. */
export interface FileImport {
  readonly id: string;
  readonly fileName: string;
  readonly target: NodeId;
  readonly options: FileImportOptions;
  readonly state: 'checking' | 'checked' | 'importing' | 'imported';
  /** What the import would do, or has done. Null during the check. */
  readonly report: FileImportReport | null;
  /** When the file and the report are removed; null while they are in use. */
  readonly endsAt: Date | null;
}

interface KeptImport extends FileImport {
  /** The ID of the person. Only this person sees the import. */
  readonly person: string;
  readonly userName: string;
  readonly end: AbortController;
  readonly running: Promise<void>;
}

type ImportToRun = Omit<KeptImport, 'state' | 'endsAt' | 'end' | 'running'>;

const maxBytes = 500_000_000;
const maxItems = 10_000;
/** The number of files that are kept at a time. */
const maxImports = 20;
/** How long a check may take, in milliseconds. Its file may have been made to keep the server busy. */
const checkTime = 15 * 60_000;
/** How long a file and its report are kept after a run, in milliseconds. */
const keptFor = 60 * 60_000;
const pause = 60_000;

const noCounts = { created: 0, changed: 0, 'already there': 0, skipped: 0, failed: 0, warnings: 0 };

const failed = (reason: string): FileImportReport => ({
  ...{ outcome: 'failed', reason, kind: null, understoodAs: null, counts: noCounts, items: [], problems: [] },
});

const conflict = (message: string): RepositoryError => new RepositoryError('Conflict', message);

/**
 * Imports of files that people send: first a check, which changes nothing, then the import itself. Both run with the rights of the
 * person, who has one import at a time. They are known only to this process: a stop ends them, and the next start removes the files.
 */
export class FileImports {
  readonly #parts: FileImportParts;
  readonly #imports = new Map<string, KeptImport>();
  /** The people whose files are being received. */
  readonly #receiving = new Set<string>();
  readonly #stop = new AbortController();
  readonly #expiry: PeriodicTask<void>;

  constructor(parts: FileImportParts) {
    this.#parts = parts;
    this.#expiry = createPeriodicTask(() => this.#removeEnded(), {
      ...{ firstPause: pause, pause },
      failed: (error) => this.#logFailure(error),
    });
  }

  async start(): Promise<void> {
    await this.#parts.importUploads.clear();
    this.#expiry.start();
  }

  /** Ends the runs, and removes the files. What an import has stored stays. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#expiry.stop();
    await Promise.all([...this.#imports.values()].map((each) => this.#remove(each)));
  }

  /**
   * Receives a file and begins its check. An earlier import of the person is removed. Rejects with `Conflict` while one is running,
   * with `TooLarge`, and with `Unavailable` if too many files are kept.
   */
  async prepare(
    caller: Caller,
    target: NodeId,
    file: { readonly name: string; readonly bytes: Readable },
    options: FileImportOptions,
  ): Promise<FileImport> {
    const { rights, randomness, importUploads } = this.#parts;
    await rights.node(caller, target, 'CreateChildren');
    const person = await this.#personOf(caller);
    this.#requireNoRun(person);
    if (this.#receiving.has(person)) throw conflict('Another file of yours is being received. Wait for its end.');
    if (this.#imports.size + this.#receiving.size >= maxImports)
      throw new RepositoryError('Unavailable', 'Too many people are importing files. Try again in some minutes.');
    const id = randomness.secret();
    this.#receiving.add(person);
    try {
      const fileName = await importUploads.keep(id, file, maxBytes);
      this.#requireNoRun(person);
      await Promise.all(this.#of(person).map((each) => this.#remove(each)));
      this.#stop.signal.throwIfAborted();
      const { userName } = caller;
      return this.#run({ id, fileName, target, options, person, userName, report: null }, 'checking');
    } catch (error) {
      await importUploads.remove(id);
      throw error;
    } finally {
      this.#receiving.delete(person);
    }
  }

  /** Rejects with `NotFound` for imports of other people, and for those that have ended. */
  async get(caller: Caller, id: string): Promise<FileImport> {
    const found = this.#imports.get(id);
    if (found === undefined || found.person !== (await this.#personOf(caller)))
      throw notFound('Import', id.slice(0, 100));
    return found;
  }

  /** Begins the import of a checked file. Rejects with `Conflict` while it is running, and if the check failed. */
  async run(caller: Caller, id: string): Promise<FileImport> {
    await this.get(caller, id);
    const found = this.#imports.get(id);
    if (found === undefined) throw notFound('Import', id.slice(0, 100));
    this.#requireNoRun(found.person);
    if (found.state === 'checking') throw conflict('The file is still being checked. Wait for the end.');
    if (found.state === 'checked' && found.report?.outcome === 'failed')
      throw conflict(`The file cannot be imported. ${found.report.reason ?? ''}`.trim());
    return this.#run(found, 'importing');
  }

  /** What became of each item until now. Rejects as `get` does. */
  async items(caller: Caller, id: string): Promise<AsyncIterable<ReportedItem>> {
    await this.get(caller, id);
    return this.#parts.importUploads.items(id);
  }

  async #personOf({ userName }: Caller): Promise<string> {
    const person = await this.#parts.store.people.get(userName);
    if (person === undefined) throw notFound('Person', userName);
    return person.id;
  }

  #of(person: string): KeptImport[] {
    return [...this.#imports.values()].filter((each) => each.person === person);
  }

  #requireNoRun(person: string): void {
    const running = this.#of(person).find(({ state }) => state === 'importing');
    if (running !== undefined) throw conflict(`Your import of ${running.fileName} is running. Wait for its end.`);
  }

  /** Starts a run in the background. */
  #run(of: ImportToRun, state: 'checking' | 'importing'): FileImport {
    const end = new AbortController();
    const running = this.#report(of, state, end.signal).then((report) => {
      const ended = { state: state === 'checking' ? 'checked' : 'imported', report } as const;
      const endsAt = new Date(this.#parts.clock.now().getTime() + keptFor);
      const before = this.#imports.get(of.id);
      if (before?.end === end) this.#imports.set(of.id, { ...before, ...ended, endsAt });
    });
    const started = { ...of, state, endsAt: null, end, running };
    this.#imports.set(of.id, started);
    return started;
  }

  /** Never rejects. */
  async #report(
    { id, fileName, target, options, person, userName }: ImportToRun,
    state: 'checking' | 'importing',
    end: AbortSignal,
  ): Promise<FileImportReport> {
    const { runTokens, importUploads, log } = this.#parts;
    const isCheck = state === 'checking';
    const time = AbortSignal.timeout(checkTime);
    const signal = AbortSignal.any([end, this.#stop.signal, ...(isCheck ? [time] : [])]);
    const words = [...importOptionsOf(options), ...(isCheck ? ['--dry-run'] : [])];
    try {
      const report = await runTokens.during(userName, person, (token) =>
        importUploads.run({ id, fileName, target, options: words, token }, signal),
      );
      if (isCheck && time.aborted) return failed('The check of the file took more than 15 minutes. Divide the file.');
      const count = itemCount(report);
      if (isCheck && count > maxItems)
        return failed(`The file has ${count} items, and at most ${maxItems} are imported this way. Divide the file.`);
      if (!isCheck) log.info('A person has imported a file.', { by: userName, outcome: report.outcome, items: count });
      return report;
    } catch (error) {
      if (!signal.aborted) this.#logFailure(error);
      return failed(messageOf(error));
    }
  }

  /** Ends a run in progress as well. */
  async #remove({ id, end, running }: KeptImport): Promise<void> {
    this.#imports.delete(id);
    end.abort();
    await running;
    await this.#parts.importUploads.remove(id);
  }

  async #removeEnded(): Promise<void> {
    const now = this.#parts.clock.now();
    for (const each of this.#imports.values()) if (each.endsAt !== null && each.endsAt <= now) await this.#remove(each);
  }

  #logFailure(error: unknown): void {
    this.#parts.log.error('An import of a file failed.', { reason: messageOf(error) });
  }
}
