import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, readProperties } from '../../domain/access/rights.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from './rights.ts';

/** Tells people where something lies, or lay. */
export interface FolderPaths {
  /**
   * The names on the way to a folder, joined by `/`, as far as the caller may read them: `/…` from the top folder,
   * `~/…` from their own home folder, else from the first folder that they may read. Undefined where the folder is
   * gone, or they may not even read that. A folder in the trash still has its path.
   */
  pathOf(caller: Caller, folder: NodeId | null): Promise<string | undefined>;
}

/** The path of something in a folder. */
export const pathIn = (folder: string | undefined, name: string): string => {
  if (folder === undefined) return name;
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
};

export function createFolderPaths(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  landmarks: SystemFolders,
): FolderPaths {
  const mayRead = async (caller: Caller, node: NodeRecord): Promise<boolean> =>
    includes(await rights.inTrash.of(caller, node), readProperties);

  return {
    async pathOf(caller, folder) {
      const names: string[] = [];
      for (let id = folder; id !== null; ) {
        if (id === landmarks.companyHome) return `/${names.join('/')}`;
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
