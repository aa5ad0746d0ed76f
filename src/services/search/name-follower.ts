import type { CommitNumber } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { within } from '../../base/scheduling/within.ts';
import type { NamedEntry, NameIndex } from '../../ports/name-index.ts';
import type { Seams } from '../../ports/seams.ts';
import { type ChangeLogRow, DamagedRecord, TrimmedChanges } from '../../ports/store.ts';
import { readableEntries, unlessDamaged } from '../records/damaged-records.ts';
import { entryKey, entryOf, type NamedRecords, namedRecords } from './named-entries.ts';

/** An index, and whether it has everything that was committed before the call. */
export interface CurrentNames {
  readonly index: NameIndex;
  readonly isComplete: boolean;
}

/** Keeps an index of the names of nodes, people and groups in step with the store. */
export interface NameFollower {
  /**
   * Brings the index up to date, by the change log. The first call builds the index. Waits half a second at most, and continues in
   * the background then. Rejects if the store cannot be read.
   */
  current(): Promise<CurrentNames>;
  /** Ends after the current step. */
  stop(): Promise<void>;
}

/** How long a call waits for an index of names, in milliseconds. */
export const maxWait = 500;

/** The time between two pauses while names are read, in milliseconds. */
export const stepTime = 4;

/** The index is built anew if so many entries are wasted, and more than are in use. */
const minWasted = 20_000;

const isNamed = (kind: string): kind is NamedRecords => namedRecords.some((known) => known === kind);

const namedIn = (row: ChangeLogRow): (readonly [NamedRecords, string])[] =>
  row.keys.flatMap(([kind, key]) => (isNamed(kind) ? [[kind, key] as const] : []));

class StoreNameFollower implements NameFollower {
  readonly #seams: Pick<Seams, 'store' | 'log'>;
  readonly #index: NameIndex;
  /** The commit up to which the index has everything. Undefined if it has to be built. */
  #position: CommitNumber | undefined;
  #following: Promise<void> | undefined;
  #stopped = false;

  constructor(seams: Pick<Seams, 'store' | 'log' | 'createNameIndex'>) {
    this.#seams = seams;
    this.#index = seams.createNameIndex();
  }

  async current(): Promise<CurrentNames> {
    const target = this.#seams.store.lastCommit;
    if (!this.#reached(target)) {
      const outcome = await within(this.#reach(target), maxWait);
      if (outcome !== 'too late' && 'error' in outcome) throw outcome.error;
    }
    return { index: this.#index, isComplete: this.#reached(target) };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    // The caller of `current` gets the error.
    await this.#following?.catch(() => undefined);
  }

  #reached(target: CommitNumber): boolean {
    return this.#position !== undefined && this.#position >= target;
  }

  async #reach(target: CommitNumber): Promise<void> {
    while (!this.#reached(target) && !this.#stopped) await this.#follow();
  }

  /** One run at a time. A call during a run waits for that run. */
  #follow(): Promise<void> {
    this.#following ??= this.#run().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #run(): Promise<void> {
    const { size, wasted } = this.#index;
    if (wasted > Math.max(minWasted, size)) this.#position = undefined;
    if (this.#position === undefined) await this.#build();
    else await this.#readLog(this.#position);
  }

  /** Changes from the beginning on are read from the change log afterwards. */
  async #build(): Promise<void> {
    const { store } = this.#seams;
    const target = store.lastCommit;
    this.#index.clear();
    await this.#putAll(store.nodes, entryOf.nodes);
    await this.#putAll(store.people, entryOf.people);
    await this.#putAll(store.groups, entryOf.groups);
    if (!this.#stopped) this.#position = target;
  }

  async #putAll<T>(
    records: Parameters<typeof readableEntries<T>>[0],
    entryOfRecord: (record: T) => NamedEntry | undefined,
  ): Promise<void> {
    const pause = createYielder(stepTime);
    for await (const [, record] of readableEntries(records, (error) => this.#report(error))) {
      const entry = entryOfRecord(record);
      if (entry !== undefined) this.#index.put(entry);
      await pause();
      if (this.#stopped) return;
    }
  }

  async #readLog(from: CommitNumber): Promise<void> {
    const pause = createYielder(stepTime);
    try {
      for await (const row of this.#seams.store.changesSince(from)) {
        for (const [kind, key] of namedIn(row)) {
          await this.#update(kind, key);
          await pause();
          if (this.#stopped) return;
        }
        this.#position = row.commit;
        await pause();
      }
    } catch (error) {
      // A missing or damaged row may be of any record.
      if (!(error instanceof TrimmedChanges || error instanceof DamagedRecord)) throw error;
      this.#position = undefined;
    }
  }

  async #update(kind: NamedRecords, key: string): Promise<void> {
    const entry = await this.#entryAt(kind, key);
    if (entry === undefined) this.#index.remove(entryKey(kind, key));
    else this.#index.put(entry);
  }

  async #entryAt(kind: NamedRecords, key: string): Promise<NamedEntry | undefined> {
    const { store } = this.#seams;
    const report = (error: DamagedRecord): void => this.#report(error);
    if (kind === 'nodes') {
      const node = await unlessDamaged(store.nodes.get(key), report);
      return node && entryOf.nodes(node);
    }
    if (kind === 'people') {
      const person = await unlessDamaged(store.people.get(key), report);
      return person && entryOf.people(person);
    }
    const group = await unlessDamaged(store.groups.get(key), report);
    return group && entryOf.groups(group);
  }

  #report({ kind, key, message }: DamagedRecord): void {
    this.#seams.log.warn('A damaged record is not suggested while people type.', { kind, key, reason: message });
  }
}

export const createNameFollower = (seams: Pick<Seams, 'store' | 'log' | 'createNameIndex'>): NameFollower =>
  new StoreNameFollower(seams);
