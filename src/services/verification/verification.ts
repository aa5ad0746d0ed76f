import type { NodeId } from '../../base/ids.ts';
import type { Seams } from '../../ports/seams.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { type Finding, VerifiedNodes } from './verified-nodes.ts';

/** What one call of `verify` has checked. */
export interface VerifiedPart {
  /** The lost or damaged files of the metadata store. */
  readonly damage: readonly StoreDamage[];
  readonly nodes: number;
  readonly contents: number;
  readonly bytes: number;
  readonly findings: readonly Finding[];
  /** The last checked node; undefined if no further node can be checked. */
  readonly next: NodeId | undefined;
}

/** Reads all nodes with their versions and contents, and reports what is missing or damaged. Repairs nothing. */
export interface VerificationService {
  /**
   * Checks the nodes after `after` in the order of their IDs, their versions, and all bytes of their contents, for about five
   * seconds. Without `after`, begins at the first node and checks the files of the metadata store before it. If those are damaged,
   * the store becomes read-only, and the part ends at the first node that cannot be read.
   */
  verify(after?: NodeId): Promise<VerifiedPart>;
}

/** When a part ends. The node that is being checked then still belongs to it. */
export interface PartLimits {
  readonly milliseconds: number;
  readonly findings: number;
}

const defaultLimits: PartLimits = { milliseconds: 5_000, findings: 1_000 };

/** Resolves to the last node before `isFull`, or to undefined at the end of the repository. */
async function verifyNodes(
  ids: AsyncIterable<string>,
  verified: VerifiedNodes,
  isFull: () => boolean,
): Promise<NodeId | undefined> {
  for await (const key of ids) {
    // The keys of nodes are their IDs.
    const id = key as NodeId;
    await verified.add(id);
    if (isFull()) return id;
  }
  return undefined;
}

export function createVerificationService(
  { store, content }: Pick<Seams, 'store' | 'content'>,
  limits: PartLimits = defaultLimits,
): VerificationService {
  return {
    async verify(after) {
      if (after === undefined) await store.check();
      const end = performance.now() + limits.milliseconds;
      const verified = new VerifiedNodes(store, content);
      const isFull = () => performance.now() > end || verified.findings.length >= limits.findings;
      const ids = store.nodes.keys(after === undefined ? {} : { after });
      const next = await verifyNodes(ids, verified, isFull).catch((error: unknown) => {
        // LevelDB cannot read beyond a damaged table. The damage itself is in the result.
        if (store.damage.length === 0) throw error;
        return undefined;
      });
      const { nodes, contents, bytes, findings } = verified;
      return { damage: store.damage, nodes, contents, bytes, findings, next };
    },
  };
}
