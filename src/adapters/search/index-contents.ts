import { messageOf } from '../../base/errors.ts';
import type { CommitNumber, NodeId } from '../../base/ids.ts';
import { foldingVersion } from '../../domain/folding.ts';
import type { Log } from '../../ports/log.ts';
import type { IndexedDocument } from '../../ports/search-index.ts';
import { withDeleted } from './deletions.ts';
import { mergeSegments } from './merge-segments.ts';
import type { LiveSegment } from './segment.ts';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';
import { sectionsOf, segmentForm, segmentFrom } from './segment-sections.ts';
import { createSegmentSet, type SegmentSet } from './segment-set.ts';
import { createSnapshotFolder, type Snapshot } from './snapshot-folder.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** All that an index holds: documents that just came, and immutable segments that are merged behind everybody's back and kept on disk. */
export interface IndexContents {
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
   * change. What just came is made a segment for it: less than 50 ms, after thousands of documents at once.
   */
  live(): readonly LiveSegment[];
  clear(): void;
  /** Writes what has changed since the last time; rejects with `StorageFailed`. What is applied meanwhile is not in it. */
  save(): Promise<void>;
  /** Resolves when nothing is being merged behind everybody's back. */
  settled(): Promise<void>;
  /** Gives up what is being merged, and merges nothing from now on. */
  stop(): void;
}

/**
 * So many words of documents that just came, and they are made a segment: it takes 10 to 50 ms in one go, and smaller
 * ones would have to be merged more often.
 */
const mostFreshWords = 200_000;

/** Opens the contents that are kept in a folder, or empty ones where they cannot be used; the log says so then. */
export async function openIndexContents({
  folder,
  log,
}: {
  readonly folder: string;
  readonly log: Log;
}): Promise<IndexContents> {
  const files = createSnapshotFolder({ folder, schema: `${segmentForm};folding ${foldingVersion}`, log });
  const stored = restored(await files.read(), log);
  const segments = stored?.segments ?? [];
  const set: SegmentSet = createSegmentSet({ segments, merge: mergeSegments, log });
  let vocabulary = createVocabulary();
  let fresh = createFresh(vocabulary);
  let position = stored?.position ?? 0;
  let changes = 0;
  let savedChanges = 0;
  let saving: Promise<void> = Promise.resolve();

  const freeze = (): void => {
    const { builder, gone } = fresh;
    if (builder.size === 0) return;
    const segment = builder.finish();
    if (vocabulary.isFull) vocabulary = createVocabulary();
    fresh = createFresh(vocabulary);
    set.add({ segment, deleted: withDeleted(null, segment.size, gone) });
  };

  const saveChanges = async (): Promise<void> => {
    const changesThen = changes;
    if (changesThen === savedChanges) return;
    freeze();
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
      return set.size + fresh.numbers.size;
    },
    apply({ puts, removals }, reached) {
      // Counted first: should a document be refused, what was taken in before it still differs from what is on disk.
      changes += 1;
      const gone = removals.concat(puts.map(({ id }) => id));
      fresh.remove(gone);
      set.remove(gone);
      // Of one that comes twice the later one counts.
      for (const document of new Map(puts.map((document) => [document.id, document])).values()) {
        fresh.put(document);
        if (fresh.builder.words > mostFreshWords) freeze();
      }
      position = reached;
    },
    live() {
      freeze();
      return set.live;
    },
    clear() {
      changes += 1;
      position = 0;
      fresh = createFresh(vocabulary);
      set.clear();
    },
    save() {
      // One after the other, also after a failure: what was written decides on what is to be written.
      saving = saving.then(saveChanges, saveChanges);
      return saving;
    },
    settled: set.settled,
    stop: set.stop,
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
      segment: segmentFrom(sections),
      deleted: deleted.length === 0 ? null : deleted,
    }));
    return { position: snapshot.position, segments };
  } catch (error) {
    log.warn('The search index cannot be used; it is built anew.', { reason: messageOf(error) });
    return undefined;
  }
}

/** Documents that just came. */
interface Fresh {
  readonly builder: SegmentBuilder;
  /** Where each one is. */
  readonly numbers: ReadonlyMap<NodeId, number>;
  /** Those that were taken out again. */
  readonly gone: readonly number[];
  put(document: IndexedDocument): void;
  remove(ids: readonly NodeId[]): void;
}

function createFresh(vocabulary: Vocabulary): Fresh {
  const builder = createSegmentBuilder(vocabulary);
  const numbers = new Map<NodeId, number>();
  const gone: number[] = [];
  const forget = (id: NodeId): void => {
    const number = numbers.get(id);
    if (number === undefined) return;
    gone.push(number);
    numbers.delete(id);
  };
  return {
    builder,
    numbers,
    gone,
    put(document) {
      numbers.set(document.id, builder.add(document));
    },
    remove(ids) {
      if (numbers.size > 0) for (const id of ids) forget(id);
    },
  };
}
