import { asNodeId, type NodeId } from '../../base/ids.ts';
import { owner as ownerRole } from '../../domain/access/authorities.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Change, Collection } from '../../ports/store.ts';

/*
 * An index of the nodes with their own ACL, by authority and by owner. The rows only point to nodes: readers check the
 * node's ACL, so a superfluous row does no harm.
 */

type Shared = Pick<NodeRecord, 'id' | 'acl' | 'owner'>;

const authoritiesOf = ({ acl }: Shared): Set<string> => new Set(acl?.entries.map(({ authority }) => authority));

/** Whether the node's own ACL names an authority other than its owner. */
export const namesOtherAuthorities = (node: Shared): boolean =>
  [...authoritiesOf(node)].some((authority) => authority !== node.owner && authority !== ownerRole);

/** Whether the node's own ACL names this authority. */
export const names = (node: Shared, authority: string): boolean => authoritiesOf(node).has(authority);

/** Indexes the node's own ACL. Call this for every node that has one. */
export function putShares(change: Change, node: Shared): void {
  for (const authority of authoritiesOf(node)) change.grants.put(`${authority}/${node.id}`, {});
  if (namesOtherAuthorities(node)) change.shares.put(`${node.owner}/${node.id}`, {});
}

/** Removes a node from the index. Call this with the old record before the ACL or owner changes or the node is purged. */
export function deleteShares(change: Change, before: Shared): void {
  for (const authority of authoritiesOf(before)) change.grants.delete(`${authority}/${before.id}`);
  if (namesOtherAuthorities(before)) change.shares.delete(`${before.owner}/${before.id}`);
}

/** The nodes that the index lists for this person or group, in the order of their IDs, after the given one. */
export async function* sharesOf(
  rows: Pick<Collection<unknown>, 'keys'>,
  name: string,
  after?: NodeId,
): AsyncGenerator<NodeId> {
  const prefix = `${name}/`;
  for await (const key of rows.keys(after === undefined ? { prefix } : { prefix, after: `${prefix}${after}` })) {
    const id = asNodeId(key.slice(prefix.length));
    if (id !== undefined) yield id;
  }
}
