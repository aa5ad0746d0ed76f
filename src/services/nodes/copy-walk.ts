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

/** Rights a caller needs to copy a node. With fewer they could read more of the copy than of the node. */
const readWithoutContent = rightsOf('ReadProperties');
const readWithContent = rightsOf('ReadProperties', 'ReadContent', 'DownloadContent');
const readPreview = rightsOf('ReadPreview');
const readText = rightsOf('ReadContent');
const listChildren = rightsOf('ReadChildren');

/**
 * The part of a node that these rights allow to copy, or undefined if there is none. A copy never holds content that the
 * caller may not download, nor a custom preview or text that they may not see.
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

/** A batch of copies, parents first. */
interface CopiedNodes {
  readonly nodes: readonly NodeRecord[];
  /** Nodes of the batch that the caller may see but not download. */
  readonly leftOut: number;
}

/** Yields copies of all nodes below `source` for a subtree below `top`. */
export type CopyWalk = (source: NodeRecord, top: NodeRecord, copying: Copying) => AsyncGenerator<CopiedNodes>;

/** A folder whose children are still to be copied. */
interface OpenFolder {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Whether the caller may list its children. */
  readonly listable: boolean;
}

interface Listed {
  readonly name: string;
  readonly entry: ChildEntry;
}

/** The copy of a child, and the folder that is to be copied next if the child is one. */
interface CopiedChild {
  readonly copy: NodeRecord;
  readonly open: OpenFolder | undefined;
}

/** Nodes read between two pauses. */
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
 * Creates copies of everything below a node that the caller may read, without writing them. A node that the caller may not
 * copy is left out together with its subtree, and counts as one if the caller may see it. Each node is copied as it was when
 * it was read; nodes that were deleted or moved away before are missing. The walk is iterative and pauses after each page.
 */
export function createCopyWalk(
  { store, randomness }: Pick<Seams, 'store' | 'randomness'>,
  rights: RightsService,
): CopyWalk {
  /** Resolves to undefined if the caller may not see the child, and to `left out` if they may not download it. */
  const copyChild = async (
    node: NodeRecord,
    { name, entry }: Listed,
    parent: OpenFolder,
    { caller, ...common }: Copying,
  ): Promise<CopiedChild | 'left out' | undefined> => {
    const held = await rights.of(caller, node);
    // A copy must not reveal how many hidden nodes there are.
    if (!parent.listable || !includes(held, readWithoutContent)) return undefined;
    const readable = copyable(node, held);
    if (readable === undefined) return 'left out';
    // Names in the folder listing are unique, even if nodes are renamed during the copy.
    const copy = copyOf(readable, { ...common, id: randomness.nodeId(), parent: parent.to, name });
    const open = { from: node.id, to: copy.id, listable: includes(held, listChildren) };
    return { copy, open: entry.folder ? open : undefined };
  };

  /** Copies a page of children and adds the folders among them to `open`. */
  const copyPage = async (
    page: readonly Listed[],
    folder: OpenFolder,
    copying: Copying,
    open: OpenFolder[],
  ): Promise<CopiedNodes> => {
    const records = await store.nodes.getMany(page.map(({ entry }) => entry.id));
    const nodes: NodeRecord[] = [];
    let leftOut = 0;
    for (const [index, listed] of page.entries()) {
      const node = records[index];
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
    return { nodes, leftOut };
  };

  return async function* copiesBelow(source, top, copying) {
    const listable = includes(await rights.of(copying.caller, source), listChildren);
    const open: OpenFolder[] = [{ from: source.id, to: top.id, listable }];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for await (const page of pagesOf(store.children, folder.from)) {
        yield await copyPage(page, folder, copying, open);
        await yieldToEventLoop();
      }
    }
  };
}
