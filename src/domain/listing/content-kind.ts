import type { ContentModel } from '../content-model/content-model.ts';
import { negated, type Query } from '../query/query.ts';

/** A kind of nodes to search for. Collections do not count as folders. */
export type ContentKind =
  | 'FILES'
  | 'FOLDERS'
  | 'FILES_AND_FOLDERS'
  | 'COLLECTIONS'
  | 'TOOLPERMISSIONS'
  | 'COLLECTION_PROPOSALS'
  | 'ALL';

const collections: Query = { kind: 'value', field: 'ASPECT', value: 'ccm:collection' };
const ofType = (value: string): Query => ({ kind: 'value', field: 'TYPE', value });

/** The query for the nodes of a kind; undefined for all nodes. */
export function queryOfKind(kind: ContentKind, { types, isFolderType }: ContentModel): Query | undefined {
  const folders = (): Query => ({ kind: 'any', of: [...types.keys()].filter(isFolderType).map(ofType) });
  switch (kind) {
    case 'ALL':
      return undefined;
    case 'FILES':
      return negated(folders());
    case 'FOLDERS':
      return { kind: 'all', of: [folders(), negated(collections)] };
    case 'FILES_AND_FOLDERS':
      return negated(collections);
    case 'COLLECTIONS':
      return collections;
    case 'TOOLPERMISSIONS':
      return ofType('ccm:toolpermission');
    case 'COLLECTION_PROPOSALS':
      return ofType('ccm:collection_proposal');
  }
}
