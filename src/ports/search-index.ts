import type { CommitNumber, NodeId } from '../base/ids.ts';
import type { PageRequest } from '../base/paging.ts';
import type { Query } from '../domain/query/query.ts';
import type { SpellingCorrection } from '../domain/query/spelling-suggestion.ts';
import type { MatchQualityName } from '../domain/query/term-match.ts';
import type { AccessFilter } from './access-filter.ts';

/** A node as the index receives it. Immutable, so that the index may keep the object. */
export interface IndexedDocument {
  readonly id: NodeId;
  /** The ACL root, which together with the owner decides the visibility (`AccessFilter.at`). */
  readonly aclRoot: string;
  /** The parent folder; null for the top folder. */
  readonly parent: NodeId | null;
  readonly owner: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
  /** The plain text of the content. Callers who see only metadata do not see it. */
  readonly text: string;
  /**
   * Every property by short name, for `field:value`, facets and sorting, including `cm:name`, `cm:created` and `cm:modified`
   * (ISO 8601), and the built-in fields that are not IDs: `TYPE`, `ASPECT`, `OWNER`.
   */
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

/** How much of a document a caller sees. With `metadata`, no query reveals anything about its text. */
export type Visibility = 'all' | 'metadata' | 'nothing';

/** A sort criterion. Values are compared as in ranges (`RangeQuery`). */
export interface SortKey {
  /** A property by short name, a built-in field, or `score`. */
  readonly property: string;
  /** The type of the values. Documents without such a value come last in either direction. Ignored for `score`. */
  readonly as: 'text' | 'number' | 'date';
  /** Lowest value first. If a document has several values, the first one counts. */
  readonly ascending: boolean;
  /** A property for documents without a value of the first one, compared in the same way. */
  readonly otherwise?: string;
}

export interface FacetRequest {
  /** A property by short name, or a built-in field. */
  readonly property: string;
  /** Maximum number of values. */
  readonly limit: number;
  /** Values with fewer hits are left out. */
  readonly minimum: number;
}

export interface SearchOptions extends PageRequest {
  /** Filters the hits. If the caller does not see the text of a document, it matches as if it had no text. */
  readonly accessFilter: AccessFilter;
  /** Sort criteria, the most significant first. Default: by score, highest first. Equal documents are sorted by ID. */
  readonly sort?: readonly SortKey[];
  /** Properties whose values are counted over all visible hits. */
  readonly facets: readonly FacetRequest[];
  /** Whether to explain the score of each hit on the page. */
  readonly explain?: boolean;
  /** Whether to suggest replacements for words of the query that match nothing. */
  readonly suggest?: boolean;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface Facet {
  /** Values as indexed, the most frequent first; equally frequent ones by UTF-16 code units. */
  readonly values: readonly FacetCount[];
  /** The sum of the counts of all values that are left out. */
  readonly others: number;
}

/** What one word of the query adds to the score of a hit. */
export interface ScorePart {
  /** The word of the query, folded. */
  readonly wanted: string;
  /** The matching term, folded. */
  readonly found: string;
  /** `folder`: the metadata of a folder above the hit matches. `found` is then `wanted`. */
  readonly nearness: MatchQualityName | 'synonym' | 'folder';
  /** The parts of the document and the properties in which the matches count. Empty for `folder`. */
  readonly fields: readonly string[];
  readonly score: number;
}

export interface Explanation {
  readonly score: number;
  /**
   * In the order of the query. Their scores are added up. Queries without words, such as ranges, add to the score but have no
   * part here. Words of subqueries that do not match the hit are left out.
   */
  readonly parts: readonly ScorePart[];
}

export interface SearchPage {
  /** Sorted by score or by `sort`. Equal hits are sorted by ID. */
  readonly ids: readonly NodeId[];
  /** The number of visible hits. */
  readonly total: number;
  /** One for each requested property. */
  readonly facets: ReadonlyMap<string, Facet>;
  /** How many of these hits match all parts of the best match of the query (`typedPart`). Without one: `total`. */
  readonly complete: number;
  /** Suggested replacements for words that match nothing, best first. They come from visible documents. */
  readonly suggestions: readonly SpellingCorrection[];
  /** One for each of `ids`, in the same order; empty if not requested. */
  readonly explanations: readonly Explanation[];
  /** The query as it was evaluated: compounds and misspelt words that no visible document has are replaced by words that some have. */
  readonly query: Query;
  /** How much each word of this query tells: its inverse document frequency among what the caller sees. Words that are missing count 1. */
  readonly weights: ReadonlyMap<string, number>;
}

/** The search index. It is derived from the store, and may be deleted and rebuilt at any time. */
export interface SearchIndex {
  /** The number of the last commit in the index; 0 if it is empty. */
  readonly position: CommitNumber;
  /** The number of documents. */
  readonly size: number;
  /**
   * Adds, replaces and removes documents, and sets `position`. Removals of unknown IDs are ignored. The next search sees the
   * changes.
   */
  apply(
    update: { readonly puts: readonly IndexedDocument[]; readonly removals: readonly NodeId[] },
    position: CommitNumber,
  ): void;
  /** Searches a snapshot of the documents at the time of the call, even if updates are applied during the search. */
  search(query: Query, options: SearchOptions): Promise<SearchPage>;
  /** Removes all documents and resets the position to 0. */
  clear(): void;
  /**
   * Writes the index to disk if it has changed since it was read or written. Does not block other work. Rejects with
   * `RepositoryError('StorageFailed')`, and then leaves the old files.
   */
  save(): Promise<void>;
  /** Cancels background work and starts no more, so that the process can end. Searches still work. */
  stop(): void;
}
