import { asNodeId } from '../../base/ids.ts';
import { noUsedNodes, type UsedNodes } from '../../domain/access/caller.ts';
import type { Seams } from '../../ports/seams.ts';
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

export const createUsedNodesOf =
  ({ store }: Pick<Seams, 'store'>): UsedNodesOf =>
  async ({ node, ...place }) => {
    const id = asNodeId(node);
    const usage = id && (await usageAt(store, { ...place, node: id }));
    if (usage === undefined) return noUsedNodes;
    const original = (await store.nodes.get(usage.node))?.original;
    return { nodes: new Set([usage.node, ...(original === undefined ? [] : [original])]), version: usage.version };
  };
