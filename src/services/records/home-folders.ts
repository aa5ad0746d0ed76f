import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import type { Change } from '../../ports/store.ts';
import { freeNameIn } from './node-changes.ts';
import { putNodeVersion } from './version-records.ts';

/** Creates the home folder of a new person in the folder `homes`. Only this person can access it. */
export async function putHome(
  change: Change,
  homes: NodeId,
  home: { readonly id: NodeId; readonly userName: string; readonly at: Timestamp },
): Promise<void> {
  const { id, userName, at } = home;
  const name = await freeNameIn(change, homes, userName);
  const acl = { inherits: false, entries: [{ authority: userName, permission: 'Coordinator' }] };
  putNodeVersion(
    change,
    newNode({ id, parent: homes, type: 'ccm:map', folder: true, name, at, by: userName, acl }),
    '',
  );
}
