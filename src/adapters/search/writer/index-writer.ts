import { messageOf } from '../../../base/errors/errors.ts';
import type { CommitNumber, NodeId } from '../../../base/ids.ts';
import { searchedTextsVersion } from '../../../domain/nodes/searched-texts.ts';
import { foldingVersion } from '../../../domain/text/folding.ts';
import type { Log } from '../../../ports/log.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { sectionsOf, segmentFormat, storedSegment } from '../segment/segment-sections.ts';
import { IndexThread } from './index-thread.ts';
import { createInverterWorker } from './inverter-worker.ts';
import { mergeInWorker } from './merge-worker.ts';
import { SegmentSet } from './segment-set.ts';
import { type Snapshot, SnapshotFolder } from './snapshot-folder.ts';
import { WriteBuffer } from './write-buffer.ts';

interface IndexUpdate {
  readonly puts: readonly IndexedDocument[];
  readonly removals: readonly NodeId[];
}

/** Opens the index in a folder. If it cannot be used, the log reports why and the index starts empty. */
export async function openIndexWriter(options: { readonly folder: string; readonly log: Log }): Promise<IndexWriter> {
  const { folder, log } = options;
  const schema = `${segmentFormat};folding ${foldingVersion};texts ${searchedTextsVersion}`;
  const files = new SnapshotFolder(folder, schema, log);
  return new IndexWriter(files, restored(await files.read(), log), log);
}

interface RestoredIndex {
  readonly position: CommitNumber;
  readonly segments: readonly LiveSegment[];
}

/** The contents of an index: a write buffer, and immutable segments that are merged in the background and stored on disk. */
export class IndexWriter {
  readonly #files: SnapshotFolder;
  readonly #thread: IndexThread;
  readonly #set: SegmentSet;
  readonly #buffer: WriteBuffer;
  #position: CommitNumber;
  #changes = 0;
  #savedChanges = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(files: SnapshotFolder, { position, segments }: RestoredIndex, log: Log) {
    this.#files = files;
    this.#position = position;
    this.#thread = new IndexThread();
    this.#set = new SegmentSet(segments, mergeInWorker(this.#thread), log);
    this.#buffer = new WriteBuffer(createInverterWorker(this.#thread), (live) => this.#set.add(live));
  }

  get position(): CommitNumber {
    return this.#position;
  }

  /** The number of documents. */
  get size(): number {
    return this.#set.size + this.#buffer.size;
  }

  /** Puts and removes documents, and advances to `position`. */
  apply({ puts, removals }: IndexUpdate, position: CommitNumber): void {
    // Counted first: if a document is rejected, the documents before it are still unsaved changes.
    this.#changes += 1;
    const replaced = removals.concat(puts.map(({ id }) => id));
    this.#buffer.remove(replaced);
    this.#set.remove(replaced);
    // Of several documents with the same ID, the last one counts.
    for (const document of new Map(puts.map((one) => [one.id, one])).values()) this.#buffer.put(document);
    this.#position = position;
  }

  /**
   * All documents, for a search. Each change creates a new array; the arrays themselves never change. Turns the write buffer into
   * segments (`WriteBuffer.freeze`).
   */
  live(): readonly LiveSegment[] {
    this.#buffer.freeze();
    return this.#set.live;
  }

  clear(): void {
    this.#changes += 1;
    this.#position = 0;
    this.#buffer.clear();
    this.#set.clear();
  }

  /**
   * Writes what has changed since the last save. Rejects with `StorageFailed`. Updates that are applied while files are written
   * are not included.
   */
  save(): Promise<void> {
    const save = (): Promise<void> => this.#saveChanges();
    // One at a time, even after a failure: each save depends on what the one before it wrote.
    this.#saving = this.#saving.then(save, save);
    return this.#saving;
  }

  /** Resolves when no background work is in progress. */
  async settled(): Promise<void> {
    await this.#buffer.settled();
    await this.#set.settled();
  }

  /** Aborts the merge in progress and starts no other. */
  stop(): void {
    this.#set.stop();
    this.#thread.stop();
  }

  async #saveChanges(): Promise<void> {
    if (this.#changes === this.#savedChanges) return;
    if (this.#buffer.isLarge) await this.#buffer.freezeInWorker();
    // There is no `await` before the call of `write`, so that position, changes and segments match.
    const changes = this.#changes;
    this.#buffer.freeze();
    const segments = this.#set.live.map(({ segment, deleted }) => ({
      sections: sectionsOf(segment),
      deleted: deleted ?? noDeletions,
    }));
    await this.#files.write({ position: this.#position, segments });
    this.#savedChanges = changes;
  }
}

const noDeletions = new Uint8Array();

const emptyIndex: RestoredIndex = { position: 0, segments: [] };

/** The segments of a snapshot. Empty, with a log entry, if the sections are not what `sectionsOf` returns. */
function restored(snapshot: Snapshot | undefined, log: Log): RestoredIndex {
  if (snapshot === undefined) return emptyIndex;
  try {
    const segments = snapshot.segments.map(({ sections, deleted }) => ({
      segment: storedSegment(sections),
      deleted: deleted.length === 0 ? null : deleted,
    }));
    return { position: snapshot.position, segments };
  } catch (error) {
    log.warn('The search index cannot be used and will be rebuilt.', { reason: messageOf(error) });
    return emptyIndex;
  }
}
