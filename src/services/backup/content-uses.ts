import type { ContentHash } from '../../base/ids.ts';
import type { NodeRecord, VersionRecord } from '../../domain/nodes/records.ts';
import type { Collection, Collections } from '../../ports/store.ts';
import { contentsOfNode } from '../records/content-references.ts';
import { unlessDamaged } from '../records/damaged-records.ts';

/** A place in the order of all records that refer to contents: the nodes, then the versions. */
export interface RecordPosition {
  readonly kind: 'nodes' | 'versions';
  readonly key: string;
}

/** The contents that one record refers to. */
export interface ContentUses {
  readonly position: RecordPosition;
  readonly hashes: readonly ContentHash[];
  /** The size of the file of the node or version, in bytes. */
  readonly bytes: number;
}

type Uses = Omit<ContentUses, 'position'>;

const usesOfNode = (node: NodeRecord): Uses => ({
  hashes: [...contentsOfNode(node)].map(({ hash }) => hash),
  bytes: node.content?.size ?? 0,
});

function usesOfVersion({ state }: VersionRecord): Uses {
  const content = state?.content ?? null;
  return content === null ? noUses : { hashes: [content.hash], bytes: content.size };
}

const noUses: Uses = { hashes: [], bytes: 0 };

async function* usesOf<Value>(
  kind: RecordPosition['kind'],
  collection: Collection<Value>,
  after: string | undefined,
  usesIn: (record: Value) => Uses,
): AsyncGenerator<ContentUses> {
  for await (const key of collection.keys(after === undefined ? {} : { after })) {
    const record = await unlessDamaged(collection.get(key));
    yield { position: { kind, key }, ...(record === undefined ? noUses : usesIn(record)) };
  }
}

/**
 * The records after a position, with the contents that they refer to. A record that is damaged, or that is deleted meanwhile, refers to
 * none.
 */
export async function* contentUses(
  store: Pick<Collections, 'nodes' | 'versions'>,
  after?: RecordPosition,
): AsyncGenerator<ContentUses> {
  if (after?.kind !== 'versions') yield* usesOf('nodes', store.nodes, after?.key, usesOfNode);
  yield* usesOf('versions', store.versions, after?.kind === 'versions' ? after.key : undefined, usesOfVersion);
}
