import { asNodeId, type NodeId } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { within } from '../../base/scheduling/within.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { captionIn } from '../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { type NameHit, type NameIndex, type NameKind, type NameQuery, nameKinds } from '../../ports/name-index.ts';
import type { Seams } from '../../ports/seams.ts';
import type { FolderPaths } from '../access/folder-paths.ts';
import type { RightsService } from '../access/rights.ts';
import { type CurrentNames, createNameFollower, maxWait, stepTime } from './name-follower.ts';
import { entryOfValue, type NamedValue, namedValues, nodeLabel, personLabel, recordKey } from './named-entries.ts';

/** Something that the caller may mean. */
interface NameSuggestion {
  readonly kind: NameKind;
  /** The ID of a node, the name of a person or a group, or the key of a value. */
  readonly id: string;
  readonly label: string;
  /** The path of the folder of a node, as `FolderPaths.pathOf` gives it. Null if the caller may not read the folder. */
  readonly folder: string | null;
  /** The property that has the value; null for other kinds. */
  readonly property: string | null;
}

interface NameSuggestions {
  /** The best of each kind, the best first. */
  readonly suggestions: readonly NameSuggestion[];
  /** Whether everything that was committed before the call was searched. If not, an index is still being built. */
  readonly isComplete: boolean;
}

export interface NameSuggestionService {
  /**
   * At most ten things of each kind whose names have words with these beginnings. Only nodes that the caller may read. People and
   * groups only for administrators, who may list them. Captions are in the language.
   */
  suggest(
    caller: Caller,
    request: { readonly text: string; readonly kinds: readonly NameKind[]; readonly language: string },
  ): Promise<NameSuggestions>;
  /** Ends what is being built. */
  stop(): Promise<void>;
}

const maxOfKind = 10;

interface ValueIndex {
  readonly index: NameIndex;
  /** By the key in the index, which is the position here. */
  readonly values: readonly NamedValue[];
}

/** The kinds that the caller may list. */
function listedKinds(caller: Caller, requested: readonly NameKind[]): ReadonlySet<NameKind> {
  const kinds = requested.length === 0 ? nameKinds : requested;
  return new Set(kinds.filter((kind) => caller.isAdmin || (kind !== 'person' && kind !== 'group')));
}

class IndexedNameSuggestions implements NameSuggestionService {
  readonly #seams: Pick<Seams, 'store' | 'metadataSets' | 'createNameIndex'>;
  readonly #rights: RightsService;
  readonly #folderPaths: FolderPaths;
  readonly #follower: ReturnType<typeof createNameFollower>;
  /** The index of the values of the last catalog. */
  #values: { readonly of: MetadataCatalog; readonly built: Promise<ValueIndex> } | undefined;

  constructor(
    seams: Pick<Seams, 'store' | 'log' | 'metadataSets' | 'createNameIndex'>,
    rights: RightsService,
    folderPaths: FolderPaths,
  ) {
    this.#seams = seams;
    this.#rights = rights;
    this.#folderPaths = folderPaths;
    this.#follower = createNameFollower(seams);
  }

  async suggest(
    caller: Caller,
    { text, kinds, language }: Parameters<NameSuggestionService['suggest']>[1],
  ): Promise<NameSuggestions> {
    const accessFilter = this.#rights.accessFilter(caller);
    const query = { text, kinds: listedKinds(caller, kinds), limit: maxOfKind, accessFilter };
    const records = await this.#ofRecords(caller, query);
    const values = query.kinds.has('value') ? await this.#ofValues(query, language) : { found: [], isComplete: true };
    const found = [...records.found, ...values.found].sort((one, other) => other.score - one.score);
    return {
      suggestions: found.map(({ suggestion }) => suggestion),
      isComplete: records.isComplete && values.isComplete,
    };
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  async #ofRecords(caller: Caller, query: NameQuery): Promise<Found> {
    if ([...query.kinds].every((kind) => kind === 'value')) return { found: [], isComplete: true };
    const { index, isComplete }: CurrentNames = await this.#follower.current();
    const hits = await index.find(query);
    const pathOf = this.#pathsFor(caller);
    const found = await Promise.all(
      hits.map(async (hit) => ({ score: hit.score, suggestion: await this.#suggestionOf(caller, hit, pathOf) })),
    );
    return { found: found.flatMap(({ score, suggestion }) => (suggestion ? [{ score, suggestion }] : [])), isComplete };
  }

  /** Undefined if it is gone since the index was read, or if the caller may not read it now. */
  async #suggestionOf(
    caller: Caller,
    { key, kind }: NameHit,
    pathOf: (folder: NodeId | null) => Promise<string | undefined>,
  ): Promise<NameSuggestion | undefined> {
    const { store } = this.#seams;
    const named = { kind, id: recordKey(key), folder: null, property: null };
    if (kind === 'person') {
      const person = await store.people.get(named.id);
      return person && { ...named, label: personLabel(person) };
    }
    if (kind === 'group') {
      const group = await store.groups.get(named.id);
      return group && { ...named, label: group.displayName };
    }
    const node = await store.nodes.get(asNodeId(key) ?? key);
    if (node === undefined || !(await this.#rights.mayRead(caller, node))) return undefined;
    return { ...named, label: nodeLabel(node), folder: (await pathOf(node.parent)) ?? null };
  }

  /** Reads the path of each folder once. */
  #pathsFor(caller: Caller): (folder: NodeId | null) => Promise<string | undefined> {
    const paths = new Map<NodeId | null, Promise<string | undefined>>();
    return (folder) => {
      const path = paths.get(folder) ?? this.#folderPaths.pathOf(caller, folder);
      paths.set(folder, path);
      return path;
    };
  }

  async #ofValues(query: NameQuery, language: string): Promise<Found> {
    const catalog = await this.#seams.metadataSets.current();
    if (this.#values?.of !== catalog) this.#values = { of: catalog, built: this.#buildValues(catalog) };
    const outcome = await within(this.#values.built, maxWait);
    if (outcome === 'too late') return { found: [], isComplete: false };
    if ('error' in outcome) throw outcome.error;
    const { index, values } = outcome.result;
    const found = (await index.find(query)).flatMap(({ key, score }) => {
      const value = values[Number(key)];
      if (value === undefined) return [];
      const { property, entry } = value;
      const label = captionIn(entry.caption, language) ?? entry.key;
      return [{ score, suggestion: { kind: 'value' as const, id: entry.key, label, folder: null, property } }];
    });
    return { found, isComplete: true };
  }

  async #buildValues(catalog: MetadataCatalog): Promise<ValueIndex> {
    const index = this.#seams.createNameIndex();
    const values: NamedValue[] = [];
    const pause = createYielder(stepTime);
    for (const value of namedValues(catalog)) {
      index.put(entryOfValue(value, String(values.length)));
      values.push(value);
      await pause();
    }
    return { index, values };
  }
}

interface Found {
  readonly found: readonly { readonly score: number; readonly suggestion: NameSuggestion }[];
  readonly isComplete: boolean;
}

export const createNameSuggestionService = (
  seams: Pick<Seams, 'store' | 'log' | 'metadataSets' | 'createNameIndex'>,
  rights: RightsService,
  folderPaths: FolderPaths,
): NameSuggestionService => new IndexedNameSuggestions(seams, rights, folderPaths);
