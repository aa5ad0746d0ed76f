import { badRequest, messageOf, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { mayHaveChildren, newIn, requireChildObjectOf } from '../../domain/nodes/child-objects.ts';
import { copyOf } from '../../domain/nodes/new-node.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { freeNameIn, placeIn, presentNode, usableName } from '../records/node-changes.ts';
import { requireOnly } from '../records/reference-records.ts';
import { putNodeVersion } from '../records/version-records.ts';
import type { Purges } from '../trash/purges.ts';
import { type CopiedNodes, type Copying, copiesBelow, copyable } from './copy-walk.ts';
import { createStaging, type Staging } from './staging.ts';

interface CopyRequest {
  readonly source: NodeId;
  readonly withChildren: boolean;
  /** The name of the copy; undefined for that of the source. If the name is taken, ` - 1`, ` - 2` … is added. */
  readonly name: string | undefined;
}

interface Copied {
  readonly node: NodeRecord;
  /** The number of nodes below the source that the caller may see but not copy. Nodes below them are not counted. */
  readonly leftOut: number;
}

/** Copies nodes and subtrees. */
export interface CopyService {
  /**
   * The copy belongs to the caller, starts with version 1.0 and inherits the rights of its folder. A subtree is copied
   * completely or not at all: its nodes are written in batches while nothing refers to them, and one last change checks
   * the rights on source and folder again and makes the copy visible. Rejects with `Conflict` for a reference to an original
   * that has one in the folder.
   */
  copy(caller: Caller, folder: NodeId, request: CopyRequest): Promise<Copied>;
}

interface Dependencies extends Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'> {
  readonly rights: RightsService;
  readonly purges: Purges;
}

/** The number of nodes written in one change. Other changes have to wait for it. */
const batchSize = 50;

const mayNotCopy = ({ id }: NodeRecord): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `Node ${id} cannot be copied: you may read its metadata, but not download its content. Ask its owner or an administrator for access.`,
  );

const personGone = (userName: string): RepositoryError =>
  new RepositoryError(
    'Unauthorized',
    `The account ${userName} was deleted during the copy. Nothing was copied. Sign in with another account.`,
  );

/** Identifies the caller's account: a later person of the same name has another creation time. */
async function accountCreatedAt(
  { people }: Pick<Collections, 'people'>,
  { userName }: Caller,
): Promise<string | undefined> {
  return (await people.get(userName))?.createdAt;
}

/** Only a child object can be copied into a file. */
function requirePlace(folder: NodeRecord, source: NodeRecord): void {
  if (folder.folder) return;
  if (!source.isChildObject)
    throw badRequest(`Node ${folder.id} is not a folder: nothing can be copied into it. Choose a folder.`);
  requireChildObjectOf(folder, source);
}

/** The part of the source that the caller may copy. */
async function requireSource(rights: RightsService, caller: Caller, source: NodeRecord): Promise<NodeRecord> {
  await rights.require(caller, source, 'ReadProperties');
  const readable = copyable(source, await rights.of(caller, source));
  if (readable === undefined) throw mayNotCopy(source);
  return readable;
}

/** Nodes of a copy that are not written yet. */
interface Unwritten {
  readonly rest: readonly NodeRecord[];
  readonly leftOut: number;
}

/** Writes all copies except the last batch and returns that batch, so that a small copy takes only one change. */
async function stageAll(copies: AsyncIterable<CopiedNodes>, staging: Staging): Promise<Unwritten> {
  let rest: NodeRecord[] = [];
  let leftOut = 0;
  for await (const copied of copies) {
    leftOut += copied.leftOut;
    rest.push(...copied.nodes);
    if (rest.length < batchSize) continue;
    await staging.put(rest);
    rest = [];
  }
  await staging.settled();
  return { rest, leftOut };
}

/** The root of a copy, and what the final change checks again. */
interface PendingCopy {
  readonly caller: Caller;
  readonly accountCreatedAt: string | undefined;
  readonly source: NodeId;
  readonly folder: NodeId;
  readonly top: NodeRecord;
}

/** Writes the rest of the nodes and lists the copy in its folder. */
async function reveal(
  change: Change,
  rights: RightsService,
  { caller, source, folder, top, ...pending }: PendingCopy,
  { rest, staging }: { readonly rest: readonly NodeRecord[]; readonly staging: Staging },
): Promise<NodeRecord> {
  if ((await accountCreatedAt(change, caller)) !== pending.accountCreatedAt) throw personGone(caller.userName);
  const [place, copied] = [await presentNode(change, folder), await presentNode(change, source)];
  await rights.require(caller, place, 'CreateChildren');
  requirePlace(place, await requireSource(rights, caller, copied));
  await requireOnly(change, folder, top);
  const node = placeIn(change, place, { ...top, name: await freeNameIn(change, folder, top.name) }, newIn);
  for (const each of [node, ...rest]) putNodeVersion(change, each, '');
  if (staging.begun) change.purges.delete(node.id);
  change.afterCommit(() => rights.changed(node));
  return node;
}

/** Stages the nodes below the source and reveals the copy. On failure, deletes the staged nodes in the background. */
async function complete(
  { store, log, rights, purges }: Dependencies,
  pending: PendingCopy,
  staging: Staging,
  copies: AsyncIterable<CopiedNodes> | null,
): Promise<Copied> {
  const { id } = pending.top;
  const release = purges.hold(id);
  let done = false;
  try {
    const { rest, leftOut } = copies === null ? { rest: [], leftOut: 0 } : await stageAll(copies, staging);
    const node = await store.change((change) => reveal(change, rights, pending, { rest, staging }));
    done = true;
    return { node, leftOut };
  } finally {
    // A write that is still running would add nodes after the purge.
    if (!done) await staging.settled().catch(() => undefined);
    release();
    if (!done && staging.begun) {
      purges.finish().catch((error: unknown) => {
        log.warn('The nodes of an incomplete copy could not be deleted. They are deleted with the next purge.', {
          node: id,
          reason: messageOf(error),
        });
      });
    }
  }
}

export function createCopyService(dependencies: Dependencies): CopyService {
  const { store, clock, randomness, rights } = dependencies;
  return {
    async copy(caller, folder, request) {
      const [place, node] = await store.nodes.getMany([folder, request.source]);
      if (place === undefined) throw notFound('Node', folder);
      await rights.require(caller, place, 'CreateChildren');
      if (node === undefined) throw notFound('Node', request.source);
      const source = await requireSource(rights, caller, node);
      requirePlace(place, source);
      const account = await accountCreatedAt(store, caller);
      const copying: Copying = { caller, at: clock.now().toISOString(), by: caller.userName };
      const name = usableName(request.name ?? source.name);
      const top = copyOf(source, { ...copying, id: randomness.nodeId(), parent: folder, name });
      const pending = { caller, accountCreatedAt: account, source: source.id, folder, top };
      // Child objects are a part of their file, so it is never copied without them.
      const isWhole = mayHaveChildren(source) && (request.withChildren || !source.folder);
      const copies = isWhole ? copiesBelow(dependencies, { source, top }, copying) : null;
      return complete(dependencies, pending, createStaging(store, top.id, copying.at), copies);
    },
  };
}
