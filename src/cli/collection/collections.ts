import { normalized } from '../../base/normalized.ts';
import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';
import { pages } from '../connection/pages.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { shownPerson } from '../node-arguments/views.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type CollectionAddress, writeCollectionAddress } from './address.ts';

/** The parent of the top-level collections. */
export const top = '-root-';

/** Limits a list of top-level collections to one scope. */
export type ScopeFilter = NonNullable<Arguments<Operations['listCollections']>['scope']>;

/** The collections in a collection, or at the top level, in their order. */
export const collectionsIn = (
  client: Client,
  collection: string,
  scope?: ScopeFilter,
): AsyncGenerator<RepositoryNode> =>
  pages(async (paging) => {
    const filter = scope === undefined ? {} : { scope };
    const { collections, pagination } = await client.listCollections({ repository, collection, ...filter, ...paging });
    return { entries: collections, total: pagination.total };
  });

/** The references in a collection, in its order. */
export const referencesIn = (client: Client, collection: string): AsyncGenerator<RepositoryNode> =>
  pages(async (paging) => {
    const { references, pagination } = await client.listReferences({ repository, collection, ...paging });
    return { entries: references, total: pagination.total };
  });

/** The title, or the name of a node without a title. */
export const titleOf = ({ title, name }: RepositoryNode): string => (title ?? '') || name;

/** The full name of the owner; empty if the server returns none. */
export const ownerOf = ({ owner }: RepositoryNode): string => shownPerson(owner);

const noSuchCollection = (address: CollectionAddress, parent: RepositoryNode | undefined, title: string): Failure =>
  new Failure(exitCodes.notFound, {
    what: `The collection ${writeCollectionAddress(address)} does not exist.`,
    why: `No ${parent === undefined ? 'top-level collection' : `collection in ${titleOf(parent)}`} that you may read has the title ${title}.`,
    next: `To list the collections: edu-repo collection list${parent === undefined ? '' : ` ${parent.ref.id}`}`,
  });

const severalOf = (title: string, matches: readonly RepositoryNode[]): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${matches.length} collections have the title ${title}.`,
    why: `Their IDs and owners are: ${matches.map((each) => `${each.ref.id} (${ownerOf(each)})`).join(', ')}.`,
    next: `Use the ID of one of them: edu-repo collection get ${shellWord(matches[0]?.ref.id ?? '')}`,
  });

const sameTitle = (a: string, b: string): boolean => normalized(a, 'NFC') === normalized(b, 'NFC');

/** The collection with this title in another one, or at the top level; undefined if there is none. */
async function collectionTitled(
  client: Client,
  title: string,
  parent: RepositoryNode | undefined,
): Promise<RepositoryNode | undefined> {
  const matches: RepositoryNode[] = [];
  for await (const each of collectionsIn(client, parent?.ref.id ?? top))
    if (sameTitle(titleOf(each), title)) matches.push(each);
  if (matches.length > 1) throw severalOf(title, matches);
  return matches[0];
}

/** The collection at an address. Throws a failure if there is none, or if several have the title. */
export async function findCollection(client: Client, address: CollectionAddress): Promise<RepositoryNode> {
  if (address.kind === 'id') return (await client.getCollection({ repository, collection: address.id })).collection;
  let parent: RepositoryNode | undefined;
  for (const title of address.titles) {
    const collection: RepositoryNode | undefined = await collectionTitled(client, title, parent);
    if (collection === undefined) throw noSuchCollection(address, parent, title);
    parent = collection;
  }
  if (parent === undefined) throw noSuchCollection(address, parent, '');
  return parent;
}
