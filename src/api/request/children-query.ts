import { badRequest } from '../../base/errors/errors.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { ChildFilter, SortBy, SortOrder } from '../../domain/listing/child-order.ts';

/** The parameters of `childrenQuery`, as the schemas read them. */
interface ChildrenQuery {
  readonly filter: readonly string[];
  readonly sortProperties: readonly string[];
  readonly sortAscending: readonly boolean[];
  readonly foldersFirst: boolean;
}

const plainNames: ReadonlyMap<string, string> = new Map([
  ['name', 'cm:name'],
  ['size', 'cclom:size'],
  ['score', 'score'],
]);

function filterOf(text: string): ChildFilter {
  if (text === 'files' || text === 'folders') return { kind: text };
  return { kind: 'mime', type: text.slice('mime:'.length).replace(/\/\*$/, '').toLowerCase() };
}

/** What a list is ordered by. Rejects what its schemas cannot see: `BadRequest`. */
export function sortByOf(
  { sortProperties, sortAscending }: Pick<ChildrenQuery, 'sortProperties' | 'sortAscending'>,
  dictionary: ContentModel,
): SortBy[] {
  if (sortAscending.length > sortProperties.length) {
    throw badRequest('sortAscending tells the direction of sortProperties, one for each: there are more directions.');
  }
  const names = sortProperties.map((name) => plainNames.get(name) ?? dictionary.shortName(name));
  const foreign = sortProperties.filter((_, at) => names[at] === undefined);
  if (foreign.length > 0) {
    const known = [...dictionary.namespaces.keys()].join(', ');
    throw badRequest(`The namespace is not registered here of: ${foreign.join(', ')}. Registered are ${known}.`);
  }
  return names
    .filter((name) => name !== undefined)
    .map((property, at) => ({
      property,
      type: dictionary.properties.get(property)?.type ?? 'text',
      ascending: sortAscending[at] ?? true,
    }));
}

/** What a query asks a list of children to show. Rejects what its schemas cannot see: `BadRequest`. */
export function sortOrderOfQuery(query: ChildrenQuery, dictionary: ContentModel): SortOrder {
  const wanted = sortByOf(query, dictionary).filter(({ property }) => property !== 'score');
  const name = wanted.findIndex(({ property }) => property === 'cm:name');
  return {
    order: {
      foldersFirst: query.foldersFirst,
      // Names are different in a folder: what would count behind them never does.
      by: name < 0 ? wanted : wanted.slice(0, name),
      ascendingNames: wanted[name]?.ascending ?? true,
    },
    filters: query.filter.map(filterOf),
  };
}
