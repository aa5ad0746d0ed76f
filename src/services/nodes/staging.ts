import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Store } from '../../ports/store.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** Writes the nodes of a subtree whose top is not there yet: until it is, nobody finds any of them. */
export interface Staging {
  /** Whether anything was written. */
  readonly begun: boolean;
  /** Resolves when more may come. Rejects where any of the earlier nodes could not be written. */
  put(nodes: readonly NodeRecord[]): Promise<void>;
  /** Resolves when nothing is being written any more; rejects as `put` does. */
  settled(): Promise<void>;
}

/** Changes that wait for the disk at the same time: the next are prepared meanwhile. */
const mostUnderWay = 3;

/**
 * Every change says that the subtree is to be removed, so that nothing is left of it where no top ever comes, whichever
 * of the changes the disk has refused.
 */
export function createStaging(store: Store, top: NodeId, at: Timestamp): Staging {
  const underWay = new Set<Promise<void>>();
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
      while (underWay.size >= mostUnderWay) await Promise.race(underWay);
      throwFailure();
      const written: Promise<void> = write(nodes)
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => underWay.delete(written));
      begun = true;
      underWay.add(written);
    },
    async settled() {
      await Promise.all(underWay);
      throwFailure();
    },
  };
}
