import type { CommitNumber, NodeId } from '../base/ids.ts';
import type { PageRequest } from '../base/paging.ts';
import type { Query } from '../domain/query.ts';

/** What can be found of a node. An index may keep it as it is: nothing in it changes after it was put. */
export interface IndexedDocument {
  readonly id: NodeId;
  /** Where the walk to the node's access control list starts: the node where it has a list of its own, else its parent. */
  readonly anchor: NodeId;
  readonly owner: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
  /** Plain text of the content: the only part that tells of the content itself. */
  readonly text: string;
  /** Every property by short name (`cm:name` among them), for `field:value` and facets. */
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

/** How much of a document a caller sees. Of one with `metadata` the text tells them nothing, whichever way they ask. */
export type Sight = 'all' | 'metadata' | 'nothing';

/** Tells how much of a document the caller sees. */
export type SightOf = (document: Pick<IndexedDocument, 'id' | 'anchor' | 'owner'>) => Sight;

export interface SearchOptions extends PageRequest {
  /**
   * Called once a search with the anchors of all that the query finds, be it with or without the texts; rights are part of
   * the query. What is seen but for its text is found as if it had none.
   */
  readonly sight: (anchors: ReadonlySet<NodeId>) => Promise<SightOf>;
  /** Properties to count values of, over all hits that are seen; by short name. */
  readonly facets: readonly string[];
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface SearchPage {
  /** Best first; equal ones in the order of their ids. */
  readonly ids: readonly NodeId[];
  /** Counts hits that are seen only. */
  readonly total: number;
  /** For each property asked for, its values as they were put: the most frequent first, equal ones in the order of their values. */
  readonly facets: ReadonlyMap<string, readonly FacetCount[]>;
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
  /**
   * Sees the documents as they are when it is called, whatever is applied while it asks for the rights. Only a document that is
   * changed meanwhile and is not seen as a whole may be left out.
   */
  search(query: Query, options: SearchOptions): Promise<SearchPage>;
  /** Forgets everything: position 0. */
  clear(): void;
  /**
   * Writes the index to disk where it has changed since it was written or read, and does nothing else. Other work goes on meanwhile.
   * Rejects with `RepositoryError('StorageFailed')`; what was written before stays then.
   */
  save(): Promise<void>;
}
