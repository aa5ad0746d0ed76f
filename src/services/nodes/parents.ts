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

/** The node and the folders above it, as far as the caller may read them. */
async function readablePath(
  store: Seams['store'],
  rights: RightsService,
  caller: Caller,
  node: NodeRecord,
): Promise<NodeId[]> {
  const ids = [node.id];
  for (let id = node.parent; id !== null; ) {
    const folder: NodeRecord | undefined = await store.nodes.get(id);
    if (folder === undefined || !(await rights.mayRead(caller, folder))) break;
    ids.push(folder.id);
    id = folder.parent;
  }
  return ids;
}

export function createParentService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  { companyHome }: SystemFolders,
): ParentService {
  return {
    async of(caller, id, { full }) {
      const node = await rights.node(caller, id, 'ReadProperties');
      const ids = await readablePath(store, rights, caller, node);
      const home = caller.home === null ? -1 : ids.indexOf(caller.home);
      if (home < 0) return { ids, scope: ids.at(-1) === companyHome ? null : 'SHARED_FILES' };
      return { ids: full ? ids : ids.slice(0, Math.max(1, home)), scope: 'MY_FILES' };
    },
  };
}
