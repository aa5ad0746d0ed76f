import type { CommitNumber, NodeId } from '../base/ids.ts';
import type { PageRequest } from '../base/paging.ts';
import type { Query } from '../domain/query/query.ts';
import type { SpellingCorrection } from '../domain/query/spelling-suggestion.ts';
import type { MatchQualityName } from '../domain/text/term-match.ts';
import type { AccessFilter } from './access-filter.ts';

/** What can be found of a node. An index may keep it as it is: nothing in it changes after it was put. */
export interface IndexedDocument {
  readonly id: NodeId;
  /** What the sight of it hangs on, besides its owner; viewers are asked for it. */
  readonly aclRoot: string;
  /** Null for the top folder. */
  readonly parent: NodeId | null;
  readonly owner: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
  /** Plain text of the content: the only part that tells of the content itself. */
  readonly text: string;
  /**
   * Every property by short name, for `field:value`, facets and sorting: `cm:name`, `cm:created` and `cm:modified` (ISO 8601)
   * among them, and the built-in fields that are no ids: `TYPE`, `ASPECT`, `OWNER`.
   */
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

/** How much of a document a caller sees. Of one with `metadata` the text tells them nothing, whichever way they ask. */
export type Visibility = 'all' | 'metadata' | 'nothing';

/** What values are compared as, in sorting as in ranges (`RangeQuery`). */
export interface SortKey {
  /** A property by short name, a built-in field, or `score`. */
  readonly property: string;
  /** What is neither comes last, whichever the direction. Means nothing for `score`. */
  readonly as: 'text' | 'number' | 'date';
  /** Lowest first. Of several values the first one counts. */
  readonly ascending: boolean;
  /** A property that counts for documents without a value of the first, compared in the same way. */
  readonly otherwise?: string;
}

export interface FacetRequest {
  /** By short name, or a built-in field. */
  readonly property: string;
  /** So many values at most. */
  readonly limit: number;
  /** Values with fewer hits are left out. */
  readonly minimum: number;
}

export interface SearchOptions extends PageRequest {
  /** Rights are part of the query: what is seen but for its text is found as if it had none. */
  readonly accessFilter: AccessFilter;
  /** The first one decides first; none: by score, the highest first. What is equal in all of them is in the order of its ids. */
  readonly sort?: readonly SortKey[];
  /** Properties to count values of, over all hits that are seen. */
  readonly facets: readonly FacetRequest[];
  /** Whether to tell for each hit of the page what its score is made of. */
  readonly explain?: boolean;
  /** Whether to look for words that might be meant instead, where words of the query are found nowhere. */
  readonly suggest?: boolean;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface Facet {
  /** Values as they were put: the most frequent first, equal ones in the order of their values (UTF-16 code units). */
  readonly values: readonly FacetCount[];
  /** The counts of all values that are left out, added up. */
  readonly others: number;
}

/** What one word of the query adds to the score of a hit. */
export interface ScorePart {
  /** The word that was looked for, folded. */
  readonly wanted: string;
  /** The word that was found, folded. */
  readonly found: string;
  readonly nearness: MatchQualityName;
  /** The parts of the document and the properties it was found in, as far as they count. */
  readonly fields: readonly string[];
  readonly score: number;
}

export interface Explanation {
  readonly score: number;
  /**
   * In the order of the query; each adds its score. What has no words (ranges, for instance) adds to the score without a part here,
   * and words of what does not find the hit add nothing.
   */
  readonly parts: readonly ScorePart[];
}

export interface SearchPage {
  /** Best first, or as `sort` wants it; equal ones in the order of their ids. */
  readonly ids: readonly NodeId[];
  /** Counts hits that are seen only. */
  readonly total: number;
  /** For each property asked for. */
  readonly facets: ReadonlyMap<string, Facet>;
  /** Whether a `most` in the query had to be content with fewer than all. */
  readonly relaxed: boolean;
  /** What might be meant by words of the query that are found nowhere: words of documents that are seen, best first. */
  readonly suggestions: readonly SpellingCorrection[];
  /** One for each of `ids`, in their order; empty where none were asked for. */
  readonly explanations: readonly Explanation[];
}

/** A cache of the store: it may be deleted at any time and is built anew. */
export interface SearchIndex {
  /** The number of the last change that the index has taken in; 0 where it is empty. */
  readonly position: CommitNumber;
  /** How many documents it holds. */
  readonly size: number;
  /**
   * Takes documents out and in (a known id is replaced, an unknown one cannot be removed and is passed over), and moves on to
   * `position`. What was applied is found by the next search.
   */
  apply(
    update: { readonly puts: readonly IndexedDocument[]; readonly removals: readonly NodeId[] },
    position: CommitNumber,
  ): void;
  /** Sees the documents as they are when it is called, whatever is applied while it asks for the rights. */
  search(query: Query, options: SearchOptions): Promise<SearchPage>;
  /** Forgets everything: position 0. */
  clear(): void;
  /**
   * Writes the index to disk where it has changed since it was written or read, and does nothing else. Other work goes on meanwhile.
   * Rejects with `RepositoryError('StorageFailed')`; what was written before stays then.
   */
  save(): Promise<void>;
  /** Gives up what goes on behind everybody's back, and begins nothing of it any more: the process may end. Searches go on as before. */
  stop(): void;
}
