import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, rightsOf } from '../../domain/access/rights.ts';
import { mayHaveChildren } from '../../domain/nodes/child-objects.ts';
import { copyOf, type NewNode } from '../../domain/nodes/new-node.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collection } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { childrenPrefix } from '../records/node-changes.ts';

/** Rights that a caller needs to copy a node. With fewer, they could read more of the copy than of the node. */
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

/** The caller of a copy, and the fields that all its nodes have in common. */
export interface Copying extends Pick<NewNode, 'at' | 'by'> {
  readonly caller: Caller;
}

/** A batch of copies, parents first. */
export interface CopiedNodes {
  readonly nodes: readonly NodeRecord[];
  /** The number of nodes in the batch that the caller may see but not copy. */
  readonly leftOut: number;
}

interface CopyWalk extends Pick<Seams, 'store' | 'randomness'> {
  readonly rights: RightsService;
}

/** A folder, or a file with child objects, whose children still have to be copied. */
interface OpenFolder {
  readonly from: NodeId;
  readonly to: NodeId;
}

interface Listed {
  readonly name: string;
  readonly entry: ChildEntry;
}

/** The number of nodes read between two pauses. */
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

/** Copies a page of children. `folders` in the result have children that still have to be copied. */
async function copyPage(
  { store, randomness, rights }: CopyWalk,
  page: readonly Listed[],
  folder: OpenFolder,
  { caller, ...common }: Copying,
): Promise<CopiedNodes & { readonly folders: readonly OpenFolder[] }> {
  const records = await store.nodes.getMany(page.map(({ entry }) => entry.id));
  const [nodes, folders]: [NodeRecord[], OpenFolder[]] = [[], []];
  let leftOut = 0;
  for (const [index, { name, entry }] of page.entries()) {
    const node = records[index];
    if (node === undefined || node.parent !== folder.from || node.archived !== null) continue;
    const held = await rights.of(caller, node);
    // A copy must not reveal how many hidden nodes there are.
    if (!includes(held, readWithoutContent)) continue;
    const readable = copyable(node, held);
    if (readable === undefined) {
      leftOut += 1;
      continue;
    }
    // Names in the folder listing are unique, even if nodes are renamed during the copy.
    const copy = copyOf(readable, { ...common, id: randomness.nodeId(), parent: folder.to, name });
    nodes.push(copy);
    if (mayHaveChildren(entry) && includes(held, listChildren)) folders.push({ from: node.id, to: copy.id });
  }
  return { nodes, folders, leftOut };
}

/**
 * Creates copies, for a subtree below `top`, of everything below `source` that the caller may copy. Does not write them. A
 * node that the caller may not copy is left out together with its subtree, and counts as one if the caller may see it. Each
 * node is copied in its state at the time of reading. Pauses after each page.
 */
export async function* copiesBelow(
  walk: CopyWalk,
  { source, top }: { readonly source: NodeRecord; readonly top: NodeRecord },
  copying: Copying,
): AsyncGenerator<CopiedNodes> {
  const isListable = includes(await walk.rights.of(copying.caller, source), listChildren);
  const open: OpenFolder[] = isListable ? [{ from: source.id, to: top.id }] : [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for await (const page of pagesOf(walk.store.children, folder.from)) {
      const { folders, ...copied } = await copyPage(walk, page, folder, copying);
      open.push(...folders);
      yield copied;
      await yieldToEventLoop();
    }
  }
}
