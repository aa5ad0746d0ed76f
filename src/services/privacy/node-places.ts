import { LRUCache } from 'lru-cache';
import type { NodeId } from '../../base/ids.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';

/** Where a node is, for one person. `hidden`: in the trash, being purged, or unlisted. */
export type NodePlace = 'home' | 'safe home' | 'safe' | 'elsewhere' | 'hidden';

type Owner = Pick<PersonRecord, 'home' | 'safeHome'>;

/** The place of a node, if it does not depend on the folders above. */
function ownPlace(node: NodeRecord | undefined, { home, safeHome }: Owner): NodePlace | undefined {
  if (node === undefined || node.archived !== null || node.unlisted) return 'hidden';
  if (node.id === home) return 'home';
  if (node.id === safeHome) return 'safe home';
  if (node.parent !== null) return undefined;
  return node.area === 'safe' ? 'safe' : 'elsewhere';
}

/** Remembers this many folders. */
const maxFolders = 10_000;

/** Returns a function that finds the place of a node. It reads each folder once, unless there are very many. */
export function createNodePlaces({ store }: Pick<Seams, 'store'>, owner: Owner) {
  const known = new LRUCache<NodeId, NodePlace>({ max: maxFolders });
  return async (node: NodeRecord): Promise<NodePlace> => {
    const passed: NodeId[] = [];
    let at: NodeRecord | undefined = node;
    let place = ownPlace(at, owner);
    while (place === undefined && at?.parent != null) {
      const { parent }: NodeRecord = at;
      place = known.get(parent);
      if (place !== undefined) break;
      passed.push(parent);
      at = await store.nodes.get(parent);
      place = ownPlace(at, owner);
    }
    for (const id of passed) known.set(id, place ?? 'hidden');
    return place ?? 'hidden';
  };
}
