import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, readProperties } from '../../domain/access/rights.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from './rights.ts';

/** The paths of folders as a caller sees them. */
export interface FolderPaths {
  /**
   * The names of the folder and its ancestors, joined by `/`, up to the first folder that the caller may not read. Starts
   * with `/` at the company home and with `~/` at the caller's home folder. Undefined if the folder does not exist or
   * the caller may not read it. Also works for folders in the trash.
   */
  pathOf(caller: Caller, folder: NodeId | null): Promise<string | undefined>;
}

/** The path of a node in a folder. */
export const pathIn = (folder: string | undefined, name: string): string => {
  if (folder === undefined) return name;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
};

export function createFolderPaths(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  systemFolders: SystemFolders,
): FolderPaths {
  const mayRead = async (caller: Caller, node: NodeRecord): Promise<boolean> =>
    includes(await rights.inTrash.of(caller, node), readProperties);

  return {
    async pathOf(caller, folder) {
      const names: string[] = [];
      for (let id = folder; id !== null; ) {
        if (id === systemFolders.companyHome) return `/${names.join('/')}`;
        if (id === caller.home) return ['~', ...names].join('/');
        const node: NodeRecord | undefined = await store.nodes.get(id);
        if (node === undefined || !(await mayRead(caller, node))) break;
        names.unshift(node.name);
        id = node.parent;
      }
      return names.length === 0 ? undefined : names.join('/');
    },
  };
}
