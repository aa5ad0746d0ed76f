import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import { referencesIn, titleOf } from './collections.ts';

/** A sentence about the items that the caller cannot see; undefined if there are none, or the server does not count them. */
export function hiddenItems({ collection }: RepositoryNode): string | undefined {
  const count = collection?.hiddenReferencesCount ?? 0;
  if (count === 0) return undefined;
  return `${counted(count, 'item')} ${count === 1 ? 'is' : 'are'} not shared with you.`;
}

const everyone = 'GROUP_EVERYONE';

/** Whether an authority may read a node; undefined if the caller may not know. Groups of a group do not count. */
export async function mayRead(client: Client, node: string, authority: string): Promise<boolean | undefined> {
  try {
    if (!authority.startsWith('GROUP_'))
      return (await client.getPermissionsOfPerson({ repository, node, user: authority })).includes('Read');
    const { localPermissions, inheritedPermissions } = (await client.getPermissions({ repository, node })).permissions;
    const inherited = localPermissions.inherited ? inheritedPermissions : [];
    return [...localPermissions.permissions, ...inherited].some(({ authority: { authorityName } }) =>
      [authority, everyone].includes(authorityName),
    );
  } catch (error) {
    if (error instanceof AnswerError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** The items of a collection that an authority cannot read, of those that the caller may read. */
export async function* itemsHiddenFrom(
  client: Client,
  collection: string,
  authority: string,
): AsyncGenerator<RepositoryNode> {
  for await (const reference of referencesIn(client, collection))
    if ((await mayRead(client, reference.originalId ?? reference.ref.id, authority)) === false) yield reference;
}

/** A sentence that warns who shared a collection, with the command that shares its items; undefined if all are shared. */
export async function unsharedItems(
  client: Client,
  node: RepositoryNode,
  authority: string,
): Promise<string | undefined> {
  if (node.collection == null) return undefined;
  let count = 0;
  for await (const _ of itemsHiddenFrom(client, node.ref.id, authority)) count += 1;
  if (count === 0) return undefined;
  const command = `edu-repo collection share ${node.ref.id} ${shellWord(authority)}`;
  return `${counted(count, 'item')} of ${titleOf(node)} ${count === 1 ? 'is' : 'are'} not shared with ${authority}. To share ${count === 1 ? 'it' : 'them'}: ${command}`;
}
