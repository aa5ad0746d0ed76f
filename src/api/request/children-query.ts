import { badRequest } from '../../base/errors/errors.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { ChildFilter, SortBy, SortOrder } from '../../domain/listing/child-order.ts';

/** The parsed parameters of `childrenQuery`. */
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

/** The sort criteria of a query. Throws `BadRequest` for mistakes that the schemas cannot find. */
export function sortByOf(
  { sortProperties, sortAscending }: Pick<ChildrenQuery, 'sortProperties' | 'sortAscending'>,
  contentModel: ContentModel,
): SortBy[] {
  if (sortAscending.length > sortProperties.length) {
    throw badRequest('sortAscending has more values than sortProperties. Send at most one for each property.');
  }
  const names = sortProperties.map((name) => plainNames.get(name) ?? contentModel.shortName(name));
  const unresolved = sortProperties.filter((_, at) => names[at] === undefined);
  if (unresolved.length > 0) {
    const known = [...contentModel.namespaces.keys()].join(', ');
    throw badRequest(
      `These properties have an unknown namespace: ${unresolved.join(', ')}. Known namespaces: ${known}.`,
    );
  }
  return names
    .filter((name) => name !== undefined)
    .map((property, at) => ({
      property,
      type: contentModel.properties.get(property)?.type ?? 'text',
      ascending: sortAscending[at] ?? true,
    }));
}

/** The order and the filters of a list of children. Throws `BadRequest` for mistakes that the schemas cannot find. */
export function sortOrderOfQuery(query: ChildrenQuery, contentModel: ContentModel): SortOrder {
  const criteria = sortByOf(query, contentModel).filter(({ property }) => property !== 'score');
  const name = criteria.findIndex(({ property }) => property === 'cm:name');
  return {
    order: {
      foldersFirst: query.foldersFirst,
      // Names are unique in a folder, so criteria after the name have no effect.
      by: name < 0 ? criteria : criteria.slice(0, name),
      ascendingNames: criteria[name]?.ascending ?? true,
    },
    filters: query.filter.map(filterOf),
  };
}
