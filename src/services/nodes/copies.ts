import { badRequest, messageOf, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { copyOf } from '../../domain/nodes/new-node.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collections } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { freeNameIn, presentNode, usableName } from '../records/node-changes.ts';
import { putNodeVersion } from '../records/version-records.ts';
import type { Purges } from '../trash/purges.ts';
import { type Copying, copyable, createCopyWalk } from './copy-walk.ts';
import { createStaging, type Staging } from './staging.ts';

export interface CopyRequest {
  readonly source: NodeId;
  readonly withChildren: boolean;
  /** Undefined: the name of the source. Where it is taken, ` - 1`, ` - 2` … is added. */
  readonly name: string | undefined;
}

export interface Copied {
  readonly node: NodeRecord;
  /** Nodes below the source that the caller may not read; what lies below these is not counted. */
  readonly leftOut: number;
}

/** Copies nodes and subtrees. */
export interface CopyService {
  /**
   * The copy belongs to the caller, begins with version 1.0 and has the rights of its folder. All of a subtree is there
   * at once or nothing: it is written piece by piece where nobody finds it, and shown by one last change, which asks for
   * the rights on source and folder again.
   */
  copy(caller: Caller, folder: NodeId, wish: CopyRequest): Promise<Copied>;
}

/** Nodes written in one change: other callers wait for no more than that. */
const batchSize = 50;

const mayNotCopy = ({ id }: NodeRecord): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `Node ${id} cannot be copied: you may read what is said of it, and not its content. Its owner or an administrator can give the right DownloadContent.`,
  );

const gone = (userName: string): RepositoryError =>
  new RepositoryError('Unauthorized', `${userName} was removed while the copy was being made; nothing was copied.`);

export function createCopyService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'>,
  rights: RightsService,
  purges: Purges,
): CopyService {
  const { store, clock, randomness, log } = seams;
  const copiesBelow = createCopyWalk(seams, rights);

  const requireFolder = async (caller: Caller, folder: NodeRecord): Promise<void> => {
    await rights.require(caller, folder, 'CreateChildren');
    if (!folder.folder) throw badRequest(`Node ${folder.id} is no folder: nothing can be copied into it.`);
  };

  /** What the caller may copy of the source. */
  const requireSource = async (caller: Caller, source: NodeRecord): Promise<NodeRecord> => {
    await rights.require(caller, source, 'ReadProperties');
    const seen = copyable(source, await rights.of(caller, source));
    if (seen === undefined) throw mayNotCopy(source);
    return seen;
  };

  const nodeThere = async (id: NodeId): Promise<NodeRecord> => {
    const node = await store.nodes.get(id);
    if (node === undefined) throw notFound('Node', id);
    return node;
  };

  /** The same person as at the beginning, and not a later one of the same name. */
  const madeAt = async (change: Pick<Collections, 'people'>, { userName }: Caller): Promise<string | undefined> =>
    (await change.people.get(userName))?.createdAt;

  /** Writes all but the last nodes, and gives these back: a small copy is one change. */
  const stage = async (
    staging: Staging,
    source: NodeRecord,
    top: NodeRecord,
    copying: Copying,
  ): Promise<{ readonly rest: readonly NodeRecord[]; readonly leftOut: number }> => {
    let rest: NodeRecord[] = [];
    let leftOut = 0;
    for await (const copied of copiesBelow(source, top, copying)) {
      leftOut += copied.leftOut;
      rest.push(...copied.nodes);
      if (rest.length < batchSize) continue;
      await staging.put(rest);
      rest = [];
    }
    await staging.settled();
    return { rest, leftOut };
  };

  /** What was written of a copy that never comes is removed behind the answer. */
  const discard = (top: NodeId): void => {
    purges.finish().catch((error: unknown) => {
      log.warn('What is left of a copy is removed later.', { node: top, reason: messageOf(error) });
    });
  };

  return {
    async copy(caller, folderId, wish) {
      await requireFolder(caller, await nodeThere(folderId));
      const source = await requireSource(caller, await nodeThere(wish.source));
      const person = await madeAt(store, caller);
      const copying = { caller, at: clock.now().toISOString(), by: caller.userName };
      const id = randomness.nodeId();
      const top = copyOf(source, { ...copying, id, parent: folderId, name: usableName(wish.name ?? source.name) });
      const staging = createStaging(store, top.id, copying.at);

      const reveal = (rest: readonly NodeRecord[]) =>
        store.change(async (change) => {
          if ((await madeAt(change, caller)) !== person) throw gone(caller.userName);
          await requireFolder(caller, await presentNode(change, folderId));
          await requireSource(caller, await presentNode(change, source.id));
          const node = { ...top, name: await freeNameIn(change, folderId, top.name) };
          for (const each of [node, ...rest]) putNodeVersion(change, each, '');
          if (staging.begun) change.purges.delete(node.id);
          change.afterCommit(() => rights.changed(node));
          return node;
        });

      const letGo = purges.hold(top.id);
      let done = false;
      try {
        const { rest, leftOut } = wish.withChildren
          ? await stage(staging, source, top, copying)
          : { rest: [], leftOut: 0 };
        const node = await reveal(rest);
        done = true;
        return { node, leftOut };
      } finally {
        // Not let go before nothing is on its way any more: it would land behind what removes the others.
        if (!done) await staging.settled().catch(() => undefined);
        letGo();
        if (!done && staging.begun) discard(top.id);
      }
    },
  };
}
