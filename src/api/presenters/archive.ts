import type { z } from 'zod';
import type { RestoreResult } from '../../contract/objects/archive.ts';
import type { Restored } from '../../services/trash/restoring.ts';

export const presentRestored = ({ node, folder, path, renamed }: Restored): z.output<typeof RestoreResult> => ({
  archiveNodeId: node.id,
  nodeId: node.id,
  parent: folder,
  path,
  name: node.name,
  restoreStatus: renamed ? 'DUPLICATENAME' : 'FINE',
});
