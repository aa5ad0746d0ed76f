import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { countNodeLists, nodeListKey } from '../records/person-lists.ts';

/** The lists of nodes that people keep, such as favourites. Clients choose the names of the lists. */
export interface NodeListService {
  /** The nodes in the order in which they were added, also deleted ones. Empty if there is no such list. */
  nodes(userName: string, list: string): Promise<readonly NodeId[]>;
  /** Adds a node at the end. A node that is in the list keeps its place. The caller needs the right to read the node. */
  add(caller: Caller, userName: string, list: string, node: NodeId): Promise<void>;
  /** Rejects with `NotFound` if the list does not contain the node. */
  remove(userName: string, list: string, node: NodeId): Promise<void>;
}

const maxNodes = 1_000;
const maxLists = 100;

async function personIdOf({ people }: Pick<Collections, 'people'>, userName: string): Promise<string> {
  const person = await people.get(userName);
  if (person === undefined) throw notFound('Person', userName);
  return person.id;
}

/** A full list first loses the nodes that were deleted permanently. */
async function withRoom(change: Change, nodes: readonly NodeId[]): Promise<readonly NodeId[]> {
  if (nodes.length < maxNodes) return nodes;
  const records = await change.nodes.getMany(nodes);
  const existing = nodes.filter((_, index) => records[index] !== undefined);
  if (existing.length < maxNodes) return existing;
  throw badRequest(`The list has ${maxNodes} nodes already. Remove one before you add another.`);
}

export function createNodeListService(
  { store }: Pick<Seams, 'store'>,
  rights: Pick<RightsService, 'node'>,
): NodeListService {
  return {
    async nodes(userName, list) {
      const key = nodeListKey(await personIdOf(store, userName), list);
      return (await store.nodeLists.get(key))?.nodes ?? [];
    },
    async add(caller, userName, list, node) {
      await rights.node(caller, node, 'ReadProperties');
      await store.change(async (change) => {
        const person = await personIdOf(change, userName);
        const key = nodeListKey(person, list);
        const before = await change.nodeLists.get(key);
        if (before?.nodes.includes(node) === true) return;
        if (before === undefined && (await countNodeLists(change, person)) >= maxLists) {
          throw badRequest(`${userName} has ${maxLists} lists already. Remove all nodes of one list first.`);
        }
        change.nodeLists.put(key, { nodes: [...(await withRoom(change, before?.nodes ?? [])), node] });
      });
    },
    async remove(userName, list, node) {
      await store.change(async (change) => {
        const key = nodeListKey(await personIdOf(change, userName), list);
        const nodes = (await change.nodeLists.get(key))?.nodes ?? [];
        const others = nodes.filter((id) => id !== node);
        if (others.length === nodes.length) {
          throw new RepositoryError('NotFound', `The list ${list} of ${userName} does not contain the node ${node}.`);
        }
        if (others.length === 0) change.nodeLists.delete(key);
        else change.nodeLists.put(key, { nodes: others });
      });
    },
  };
}
