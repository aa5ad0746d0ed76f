import { messageOf, systemErrorCode } from '../../base/errors.ts';
import type { CommitNumber, NodeId } from '../../base/ids.ts';
import type { Query } from '../../domain/query.ts';
import type { Log } from '../../ports/log.ts';
import type { SearchIndex, SearchOptions, SearchPage } from '../../ports/search-index.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { bestHits, countValues, type Hits, type Row } from './hits.ts';
import { createInvertedIndex, type InvertedIndex } from './inverted-index.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './snapshot.ts';

/** All that the index holds at a time. */
interface Contents {
  position: CommitNumber;
  readonly rows: Map<NodeId, Row>;
  readonly words: InvertedIndex;
}

/**
 * A search index in memory with a snapshot in `file`. Where there is no snapshot, or one that is damaged or of another
 * version, the index starts empty at position 0, and the log says so. Searches see the documents as they were when
 * the search began.
 */
export async function openMiniSearchIndex(options: { readonly file: string; readonly log: Log }): Promise<SearchIndex> {
  let contents = (await stored(options)) ?? emptyContents();
  let changes = 0;
  let savedChanges = 0;
  let saving: Promise<void> = Promise.resolve();

  async function saveChanges(): Promise<void> {
    const changesThen = changes;
    if (changesThen === savedChanges) return;
    await writeSnapshot(options.file, snapshotOf(contents));
    savedChanges = changesThen;
  }

  return {
    get position() {
      return contents.position;
    },
    get size() {
      return contents.rows.size;
    },
    apply({ puts, removals }, position) {
      // Counted first: should a document be refused, what was taken in before it still differs from the snapshot.
      changes += 1;
      for (const id of removals) forget(contents, id);
      for (const { id, anchor, owner, properties, ...texts } of puts) {
        forget(contents, id);
        contents.words.add({ id, anchor, owner, properties, ...texts });
        contents.rows.set(id, { id, anchor, owner, properties });
      }
      contents.position = position;
      contents.words.tidy();
    },
    search: (query, searchOptions) => search(contents, query, searchOptions),
    clear() {
      changes += 1;
      contents = emptyContents();
    },
    save() {
      // One after the other, also after a failure: they share a temporary file.
      saving = saving.then(saveChanges, saveChanges);
      return saving;
    },
  };
}

const emptyContents = (): Contents => ({ position: 0, rows: new Map(), words: createInvertedIndex() });

async function stored({ file, log }: { readonly file: string; readonly log: Log }): Promise<Contents | undefined> {
  try {
    const { position, rows, words } = await readSnapshot(file);
    return { position, rows: new Map(rows.map((row) => [row.id, row])), words };
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT')
      log.warn('The search index cannot be used; it is built anew.', { file, reason: messageOf(error) });
    return undefined;
  }
}

const snapshotOf = ({ position, rows, words }: Contents): Snapshot => ({
  position,
  rows: [...rows.values()],
  words: words.toPlainObject(),
});

function forget({ rows, words }: Contents, id: NodeId): void {
  if (rows.delete(id)) words.remove(id);
}

async function search({ rows, words }: Contents, query: Query, options: SearchOptions): Promise<SearchPage> {
  const found = hitsOf(evaluateQuery(query, { words, ids: () => rows.keys() }), rows);
  const isVisible = await options.visibility(new Set(found.rows.map(({ anchor }) => anchor)));
  const visible: Hits = { rows: [], scores: [] };
  found.rows.forEach((row, index) => {
    if (isVisible(row)) addHit(visible, row, found.scores[index]);
  });
  return {
    ids: bestHits(visible, options.skip, options.limit),
    total: visible.rows.length,
    facets: new Map(options.facets.map((property) => [property, countValues(visible.rows, property)])),
  };
}

function hitsOf(scores: ReadonlyMap<NodeId, number>, rows: ReadonlyMap<NodeId, Row>): Hits {
  const hits: Hits = { rows: [], scores: [] };
  for (const [id, score] of scores) {
    const row = rows.get(id);
    if (row !== undefined) addHit(hits, row, score);
  }
  return hits;
}

function addHit(hits: Hits, row: Row, score = 0): void {
  hits.rows.push(row);
  hits.scores.push(score);
}
