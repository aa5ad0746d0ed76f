import { asNodeId, type NodeId } from '../../base/ids.ts';
import { owner as ownerRole } from '../../domain/access/authorities.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Change, Collection } from '../../ports/store.ts';

/*
 * Which nodes have a list of their own that names somebody, so that nobody has to look through all nodes. The rows lead
 * to nodes and say nothing by themselves: whoever follows one looks at the node, so that one too many does no harm.
 */

type Shared = Pick<NodeRecord, 'id' | 'acl' | 'owner'>;

const authoritiesOf = ({ acl }: Shared): Set<string> => new Set(acl?.entries.map(({ authority }) => authority));

/** Whether the own list of a node names anybody besides its owner. */
export const namesOtherAuthorities = (node: Shared): boolean =>
  [...authoritiesOf(node)].some((authority) => authority !== node.owner && authority !== ownerRole);

/** Whether the own list of a node names this authority. */
export const names = (node: Shared, authority: string): boolean => authoritiesOf(node).has(authority);

/** Notes whom the own list of a node names. To be called with every node that has one. */
export function putShares(change: Change, node: Shared): void {
  for (const authority of authoritiesOf(node)) change.grants.put(`${authority}/${node.id}`, {});
  if (namesOtherAuthorities(node)) change.shares.put(`${node.owner}/${node.id}`, {});
}

/** To be called with what a node was before it gets another list or owner, or goes. */
export function deleteShares(change: Change, before: Shared): void {
  for (const authority of authoritiesOf(before)) change.grants.delete(`${authority}/${before.id}`);
  if (namesOtherAuthorities(before)) change.shares.delete(`${before.owner}/${before.id}`);
}

/** The nodes that rows of this person or group lead to. */
export async function* sharesOf(rows: Pick<Collection<unknown>, 'keys'>, name: string): AsyncGenerator<NodeId> {
  const prefix = `${name}/`;
  for await (const key of rows.keys({ prefix })) {
    const id = asNodeId(key.slice(prefix.length));
    if (id !== undefined) yield id;
  }
}
