import { asNodeId } from '../../base/ids.ts';
import { noUsedNodes, type UsedNodes } from '../../domain/access/caller.ts';
import type { UsageRecord } from '../../domain/usages/usage.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collections } from '../../ports/store.ts';
import { usageAt } from '../records/usage-records.ts';

/** Where an app states that it uses a node. */
export interface StatedUsage {
  readonly app: string;
  readonly node: string;
  readonly course: string;
  readonly resource: string;
}

/** What an app may read because of a usage that it states. No nodes if there is no such usage. */
export type UsedNodesOf = (stated: StatedUsage) => Promise<UsedNodes>;

/** What a usage lets its app read. */
export async function nodesOfUsage(
  { nodes }: Pick<Collections, 'nodes'>,
  { node, id, version }: Pick<UsageRecord, 'node' | 'id' | 'version'>,
): Promise<UsedNodes> {
  const original = (await nodes.get(node))?.original;
  return { nodes: new Set([node, ...(original === undefined ? [] : [original])]), version, usage: { node, id } };
}

export const createUsedNodesOf =
  ({ store }: Pick<Seams, 'store'>): UsedNodesOf =>
  async ({ node, ...place }) => {
    const id = asNodeId(node);
    const usage = id && (await usageAt(store, { ...place, node: id }));
    return usage === undefined ? noUsedNodes : nodesOfUsage(store, usage);
  };
