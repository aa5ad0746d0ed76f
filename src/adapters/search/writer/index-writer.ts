import { messageOf } from '../../../base/errors/errors.ts';
import type { CommitNumber, NodeId } from '../../../base/ids.ts';
import { foldingVersion } from '../../../domain/text/folding.ts';
import type { Log } from '../../../ports/log.ts';
import type { IndexedDocument } from '../../../ports/search-index.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { sectionsOf, segmentFormat, storedSegment } from '../segment/segment-sections.ts';
import { createIndexThread } from './index-thread.ts';
import { createInverterWorker } from './inverter-worker.ts';
import { mergeInWorker } from './merge-worker.ts';
import { createSegmentSet, type SegmentSet } from './segment-set.ts';
import { createSnapshotFolder, type Snapshot } from './snapshot-folder.ts';
import { createWriteBuffer } from './write-buffer.ts';

/** All that an index holds: documents that just came, and immutable segments that are merged behind everybody's back and kept on disk. */
export interface IndexWriter {
  readonly position: CommitNumber;
  /** How many documents there are. */
  readonly size: number;
  /** Takes documents out and in, and moves on to `position`. */
  apply(
    update: { readonly puts: readonly IndexedDocument[]; readonly removals: readonly NodeId[] },
    position: CommitNumber,
  ): void;
  /**
   * Everything that was applied, for a search: another list as soon as anything is applied; the lists themselves never
   * change. What just came is made segments for it (`FreshDocuments.freeze`).
   */
  live(): readonly LiveSegment[];
  clear(): void;
  /** Writes what has changed since the last time; rejects with `StorageFailed`. What is applied while files are written is not in it. */
  save(): Promise<void>;
  /** Resolves when nothing is being done behind everybody's back. */
  settled(): Promise<void>;
  /** Gives up what is being merged, and merges nothing from now on. */
  stop(): void;
}

/** Opens the contents that are kept in a folder, or empty ones where they cannot be used; the log says so then. */
export async function openIndexWriter({
  folder,
  log,
}: {
  readonly folder: string;
  readonly log: Log;
}): Promise<IndexWriter> {
  const files = createSnapshotFolder({ folder, schema: `${segmentFormat};folding ${foldingVersion}`, log });
  const stored = restored(await files.read(), log);
  const segments = stored?.segments ?? [];
  const thread = createIndexThread();
  const set: SegmentSet = createSegmentSet({ segments, merge: mergeInWorker(thread), log });
  const fresh = createWriteBuffer(createInverterWorker(thread), set.add);
  let position = stored?.position ?? 0;
  let changes = 0;
  let savedChanges = 0;
  let saving: Promise<void> = Promise.resolve();

  const saveChanges = async (): Promise<void> => {
    if (changes === savedChanges) return;
    // What comes meanwhile is saved, too: behind this, all is of one moment.
    if (fresh.areMany) await fresh.freezeApart();
    const changesThen = changes;
    fresh.freeze();
    const live = set.live.map(({ segment, deleted }) => ({
      sections: sectionsOf(segment),
      deleted: deleted ?? noDeletions,
    }));
    await files.write({ position, segments: live });
    savedChanges = changesThen;
  };

  return {
    get position() {
      return position;
    },
    get size() {
      return set.size + fresh.size;
    },
    apply({ puts, removals }, reached) {
      // Counted first: should a document be refused, what was taken in before it still differs from what is on disk.
      changes += 1;
      const gone = removals.concat(puts.map(({ id }) => id));
      fresh.remove(gone);
      set.remove(gone);
      // Of one that comes twice the later one counts.
      for (const document of new Map(puts.map((document) => [document.id, document])).values()) fresh.put(document);
      position = reached;
    },
    live() {
      fresh.freeze();
      return set.live;
    },
    clear() {
      changes += 1;
      position = 0;
      fresh.clear();
      set.clear();
    },
    save() {
      // One after the other, also after a failure: what was written decides on what is to be written.
      saving = saving.then(saveChanges, saveChanges);
      return saving;
    },
    async settled() {
      await fresh.settled();
      await set.settled();
    },
    stop() {
      set.stop();
      thread.stop();
    },
  };
}

const noDeletions = new Uint8Array();

/** The segments themselves; undefined, and told in the log, where they are not what `sectionsOf` made. */
function restored(
  snapshot: Snapshot | undefined,
  log: Log,
): { readonly position: CommitNumber; readonly segments: readonly LiveSegment[] } | undefined {
  if (snapshot === undefined) return undefined;
  try {
    const segments = snapshot.segments.map(({ sections, deleted }) => ({
      segment: storedSegment(sections),
      deleted: deleted.length === 0 ? null : deleted,
    }));
    return { position: snapshot.position, segments };
  } catch (error) {
    log.warn('The search index cannot be used; it is built anew.', { reason: messageOf(error) });
    return undefined;
  }
}
