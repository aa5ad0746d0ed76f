import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { savedSearchType } from '../../domain/metadata/built-in-queries.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { CriterionInput } from '../../domain/query/set-query.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import { type MetadataSetService, queryOf } from '../metadata/metadata-sets.ts';
import { childKey, usableName } from '../records/node-changes.ts';
import type { NodeService } from './nodes.ts';

interface SavedSearch {
  /** The ID or an alias of a metadata set. */
  readonly set: string;
  readonly query: string;
  readonly criteria: readonly CriterionInput[];
}

/** Searches that are saved as nodes. Everyone who may read the properties of such a node can run the search, with their own rights. */
export interface SavedSearchService {
  /**
   * Saves a search in a folder. With `replace`, replaces a saved search of this name in it. Rejects with `NotFound` for an
   * unknown set or query, and with `Conflict` if the name is taken.
   */
  save(
    caller: Caller,
    folder: NodeId,
    search: SavedSearch & { readonly name: string; readonly replace: boolean },
  ): Promise<NodeRecord>;
  /** Rejects with `BadRequest` if the node is not a saved search. */
  load(caller: Caller, id: NodeId): Promise<SavedSearch>;
}

const names = {
  repository: 'ccm:saved_search_repository',
  set: 'ccm:saved_search_mds',
  query: 'ccm:saved_search_query',
  criteria: 'ccm:saved_search_parameters',
} as const;

const isCriterion = (value: Partial<CriterionInput> | null): value is CriterionInput =>
  typeof value?.property === 'string' &&
  Array.isArray(value.values) &&
  value.values.every((text) => typeof text === 'string');

/** Clients may create or change such nodes like all others, so the properties can have any text. */
function criteriaIn(text: string): readonly CriterionInput[] | undefined {
  try {
    const criteria: unknown = JSON.parse(text);
    return Array.isArray(criteria) && criteria.every(isCriterion) ? criteria : undefined;
  } catch {
    return undefined;
  }
}

export function createSavedSearchService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  nodes: Pick<NodeService, 'create' | 'updateProperties'>,
  sets: Pick<MetadataSetService, 'get'>,
): SavedSearchService {
  /** The saved search of this name in the folder. */
  const savedAs = async (folder: NodeId, name: string): Promise<NodeId | undefined> => {
    const entry = await store.children.get(childKey(folder, usableName(name)));
    const node = entry === undefined ? undefined : await store.nodes.get(entry.id);
    return node?.type === savedSearchType ? node.id : undefined;
  };

  return {
    async save(caller, folder, { name, replace, set, query, criteria }) {
      queryOf((await sets.get(set)).set, query);
      const properties = new Map([
        ['cclom:title', [name]],
        [names.repository, ['-home-']],
        [names.set, [set]],
        [names.query, [query]],
        [names.criteria, [JSON.stringify(criteria)]],
      ]);
      const saved = replace ? await savedAs(folder, name) : undefined;
      if (saved !== undefined) return nodes.updateProperties(caller, saved, properties, undefined);
      return nodes.create(caller, folder, {
        ...{ type: savedSearchType, aspects: [], onNameClash: 'fail', versionComment: '' },
        properties: properties.set('cm:name', [name]),
      });
    },

    async load(caller, id) {
      const { type, properties } = await rights.node(caller, id, 'ReadProperties');
      const [set, query] = [properties[names.set]?.[0], properties[names.query]?.[0] ?? 'ngsearch'];
      const criteria = criteriaIn(properties[names.criteria]?.[0] ?? '[]');
      if (type === savedSearchType && set !== undefined && criteria !== undefined) return { set, query, criteria };
      throw badRequest(`Node ${id} is not a saved search, or its properties are damaged. Save the search again.`);
    },
  };
}
