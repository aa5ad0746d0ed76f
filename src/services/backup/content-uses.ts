import type { ContentHash } from '../../base/ids.ts';
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
  /** Undefined if the record is damaged. */
  readonly hashes: readonly ContentHash[] | undefined;
}

async function* usesOf<Value>(
  kind: RecordPosition['kind'],
  collection: Collection<Value>,
  after: string | undefined,
  hashesIn: (record: Value) => ContentHash[],
): AsyncGenerator<ContentUses> {
  for await (const key of collection.keys(after === undefined ? {} : { after })) {
    let isDamaged = false;
    const record = await unlessDamaged(collection.get(key), () => {
      isDamaged = true;
    });
    const hashes = record === undefined ? [] : hashesIn(record);
    yield { position: { kind, key }, hashes: isDamaged ? undefined : hashes };
  }
}

/** The records after a position, with the contents that they refer to. A record that is deleted meanwhile refers to none. */
export async function* contentUses(
  store: Pick<Collections, 'nodes' | 'versions'>,
  after?: RecordPosition,
): AsyncGenerator<ContentUses> {
  if (after?.kind !== 'versions') {
    yield* usesOf('nodes', store.nodes, after?.key, (node) => [...contentsOfNode(node)].map(({ hash }) => hash));
  }
  const afterVersion = after?.kind === 'versions' ? after.key : undefined;
  yield* usesOf('versions', store.versions, afterVersion, ({ state }) =>
    state?.content == null ? [] : [state.content.hash],
  );
}
