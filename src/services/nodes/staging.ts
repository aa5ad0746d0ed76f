import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Store } from '../../ports/store.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** Writes the nodes of a subtree before its top node. Until the top exists, nothing refers to them. */
export interface Staging {
  /** Whether anything was written. */
  readonly begun: boolean;
  /** Resolves when more nodes may be added. Rejects if an earlier write failed. */
  put(nodes: readonly NodeRecord[]): Promise<void>;
  /** Resolves when all writes have ended. Rejects like `put`. */
  settled(): Promise<void>;
}

/** Maximum number of concurrent writes. While they wait for the disk, the next nodes are prepared. */
const maxPending = 3;

/**
 * Each write also marks the subtree for purging. If the top is never written, the purge deletes everything, whichever
 * write failed.
 */
export function createStaging(store: Store, top: NodeId, at: Timestamp): Staging {
  const pending = new Set<Promise<void>>();
  let begun = false;
  let failure: { readonly error: unknown } | undefined;

  const write = (nodes: readonly NodeRecord[]): Promise<void> =>
    store.change(async (change) => {
      change.purges.put(top, { at });
      for (const node of nodes) putNodeVersion(change, node, '');
    });

  const throwFailure = (): void => {
    if (failure !== undefined) throw failure.error;
  };

  return {
    get begun() {
      return begun;
    },
    async put(nodes) {
      while (pending.size >= maxPending) await Promise.race(pending);
      throwFailure();
      const written: Promise<void> = write(nodes)
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => pending.delete(written));
      begun = true;
      pending.add(written);
    },
    async settled() {
      await Promise.all(pending);
      throwFailure();
    },
  };
}
