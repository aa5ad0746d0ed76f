import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';

/** Where a path begins: in the caller's home folder, or in a folder whose parent the caller may not read. */
type PathScope = 'MY_FILES' | 'SHARED_FILES';

/** A node and the folders above it. */
interface NodePath {
  /** The node first, then its parent, and so on. */
  readonly ids: readonly NodeId[];
  /** Null if the path leads to the company home. */
  readonly scope: PathScope | null;
}

/** Lists the folders above a node. */
export interface ParentService {
  /**
   * The path of a node as far as the caller may read it. It ends below the caller's home folder, unless `full`. Rejects like
   * `RightsService.node` if the caller may not read the node itself.
   */
  of(caller: Caller, id: NodeId, how: { readonly full: boolean }): Promise<NodePath>;
}

export function createParentService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  { companyHome }: SystemFolders,
): ParentService {
  return {
    async of(caller, id, { full }) {
      const node = await rights.node(caller, id, 'ReadProperties');
      const ids = [node.id];
      let scope: NodePath['scope'] = node.id === caller.home ? 'MY_FILES' : null;
      let top = node;
      while (top.parent !== null && (full || top.id !== caller.home)) {
        if (top.parent === caller.home) scope = 'MY_FILES';
        if (top.parent === caller.home && !full) break;
        const parent: NodeRecord | undefined = await store.nodes.get(top.parent);
        if (parent === undefined || !(await rights.mayRead(caller, parent))) break;
        ids.push(parent.id);
        top = parent;
      }
      if (scope === null && top.id !== companyHome) scope = 'SHARED_FILES';
      return { ids, scope };
    },
  };
}
