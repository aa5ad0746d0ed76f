import { messageOf, systemErrorCode } from '../../base/errors.ts';
import type { CommitNumber, NodeId } from '../../base/ids.ts';
import {
  asksForText,
  type DocumentField,
  documentFields,
  excludesText,
  metadataFields,
  type Query,
} from '../../domain/query.ts';
import type { Log } from '../../ports/log.ts';
import type { SearchIndex, SearchOptions, SearchPage } from '../../ports/search-index.ts';
import { anchorSight, sightAt } from '../../ports/viewer.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { bestHits, countValues, type Hits, type Row } from './hits.ts';
import { createInvertedIndex, type InvertedIndex, type Scores } from './inverted-index.ts';
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
      for (const { id, anchor, parent, owner, properties, ...texts } of puts) {
        forget(contents, id);
        contents.words.add({ id, anchor, parent, owner, properties, ...texts });
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

async function search(contents: Contents, query: Query, options: SearchOptions): Promise<SearchPage> {
  const all = evaluate(contents, query, documentFields);
  const withoutText = scoresWithoutText(contents, query, all);
  const { also } = withoutText;
  const candidates = rowsOf(contents, also === undefined ? all.keys() : new Set([...all.keys(), ...also]));
  const sights = await options.viewer.at(candidates.map(({ anchor }) => anchor));
  const seen: Hits = { rows: [], scores: [] };
  for (const [at, row] of candidates.entries()) {
    const sight = sightAt(sights[at] ?? anchorSight.absent, row.owner === options.viewer.owns);
    if (sight === 'nothing') continue;
    const score = sight === 'all' ? all.get(row.id) : withoutText.of(row);
    if (score !== undefined) addHit(seen, row, score);
  }
  return {
    ids: bestHits(seen, options.skip, options.limit),
    total: seen.rows.length,
    facets: new Map(options.facets.map((facet) => [facet.property, countValues(seen.rows, facet)])),
    relaxed: false,
    suggestions: [],
    explanations: [],
  };
}

const evaluate = ({ rows, words }: Contents, query: Query, parts: readonly DocumentField[]): Scores =>
  evaluateQuery(query, { words, ids: () => rows.keys(), parts });

interface ScoresWithoutText {
  /** Among which are documents that are found only where the text has no say; undefined: there are none. */
  readonly also: Iterable<NodeId> | undefined;
  /** Undefined where the document is not found without its text, or was changed since the search began. */
  of(row: Row): number | undefined;
}

/** Few callers see a document without its text: for most searches nothing is worked out here. */
function scoresWithoutText(contents: Contents, query: Query, all: Scores): ScoresWithoutText {
  if (!asksForText(query)) return { also: undefined, of: ({ id }) => all.get(id) };
  if (excludesText(query)) {
    const scores = evaluate(contents, query, metadataFields);
    return { also: scores.keys(), of: ({ id }) => scores.get(id) };
  }
  const { rows } = contents;
  let scores: Scores | undefined;
  return {
    also: undefined,
    of(row) {
      if (rows.get(row.id) !== row) return undefined;
      scores ??= evaluate(contents, query, metadataFields);
      return scores.get(row.id);
    },
  };
}

function rowsOf({ rows }: Contents, ids: Iterable<NodeId>): Row[] {
  const found: Row[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (row !== undefined) found.push(row);
  }
  return found;
}

function addHit(hits: Hits, row: Row, score: number): void {
  hits.rows.push(row);
  hits.scores.push(score);
}
