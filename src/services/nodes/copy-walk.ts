import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, rightsOf } from '../../domain/access/rights.ts';
import { copyOf, type NewNode } from '../../domain/nodes/new-node.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collection } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { childrenPrefix } from '../records/node-changes.ts';

/** What somebody needs to take a node along who could not read less of the copy than of the node. */
const readWithoutContent = rightsOf('ReadProperties');
const readWithContent = rightsOf('ReadProperties', 'ReadContent', 'DownloadContent');
const readPreview = rightsOf('ReadPreview');
const readText = rightsOf('ReadContent');
const listChildren = rightsOf('ReadChildren');

/**
 * What of a node may be copied with these rights; undefined: nothing. Nobody gets content by copying that they could not
 * download, or an own picture or a text that they could not see.
 */
export function copyable(node: NodeRecord, rights: Rights): NodeRecord | undefined {
  if (!includes(rights, node.content === null ? readWithoutContent : readWithContent)) return undefined;
  const { ownPreview, givenText, ...rest } = node;
  return {
    ...rest,
    ...(ownPreview !== undefined && includes(rights, readPreview) ? { ownPreview } : {}),
    ...(givenText !== undefined && includes(rights, readText) ? { givenText } : {}),
  };
}

/** What all nodes of one copy have in common. */
export interface Copying extends Pick<NewNode, 'at' | 'by'> {
  readonly caller: Caller;
}

/** Some of the nodes below the top, parents first, and how many were met that the caller sees but may not download. */
export interface CopiedNodes {
  readonly nodes: readonly NodeRecord[];
  readonly leftOut: number;
}

/** A folder whose children are still to be copied. */
interface OpenFolder {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Whether the caller sees what lies in it. */
  readonly listable: boolean;
}

interface Listed {
  readonly name: string;
  readonly entry: ChildEntry;
}

/** Nodes read before other work gets its turn. */
const pageSize = 50;

async function* pagesOf(children: Collection<ChildEntry>, folder: NodeId): AsyncGenerator<readonly Listed[]> {
  const prefix = childrenPrefix(folder);
  let page: Listed[] = [];
  for await (const [key, entry] of children.entries({ prefix })) {
    page.push({ name: key.slice(prefix.length), entry });
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/**
 * Makes copies of all below a node that the caller may read, without writing them. What they may not read is left out
 * with all below it; it counts where they see it, and once. Each node is copied as it was when it was read; one that is deleted or moved away
 * before that is not there. Nothing is read by recursion, and between the pages other callers get their turn.
 */
export function createCopyWalk({ store, randomness }: Pick<Seams, 'store' | 'randomness'>, rights: RightsService) {
  /** The copy of one child, with the folder that it opens; undefined where the caller does not see it, `left out` where they see it and may not download it. */
  const copyChild = async (
    node: NodeRecord,
    { name, entry }: Listed,
    parent: OpenFolder,
    { caller, ...given }: Copying,
  ): Promise<{ readonly copy: NodeRecord; readonly open: OpenFolder | undefined } | 'left out' | undefined> => {
    const held = await rights.of(caller, node);
    // Nobody learns from a copy how many nodes are hidden from them.
    if (!parent.listable || !includes(held, readWithoutContent)) return undefined;
    const seen = copyable(node, held);
    if (seen === undefined) return 'left out';
    // Under the name by which the folder lists it: no two of these are the same, whatever was renamed meanwhile.
    const copy = copyOf(seen, { ...given, id: randomness.nodeId(), parent: parent.to, name });
    const open = { from: node.id, to: copy.id, listable: includes(held, listChildren) };
    return { copy, open: entry.folder ? open : undefined };
  };

  return async function* copiesBelow(
    source: NodeRecord,
    top: NodeRecord,
    copying: Copying,
  ): AsyncGenerator<CopiedNodes> {
    const listable = includes(await rights.of(copying.caller, source), listChildren);
    const open: OpenFolder[] = [{ from: source.id, to: top.id, listable }];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for await (const page of pagesOf(store.children, folder.from)) {
        const found = await store.nodes.getMany(page.map(({ entry }) => entry.id));
        const nodes: NodeRecord[] = [];
        let leftOut = 0;
        for (const [index, listed] of page.entries()) {
          const node = found[index];
          if (node === undefined || node.parent !== folder.from || node.archived !== null) continue;
          const copied = await copyChild(node, listed, folder, copying);
          if (copied === undefined) continue;
          if (copied === 'left out') {
            leftOut += 1;
            continue;
          }
          nodes.push(copied.copy);
          if (copied.open !== undefined) open.push(copied.open);
        }
        yield { nodes, leftOut };
        await yieldToEventLoop();
      }
    }
  };
}
