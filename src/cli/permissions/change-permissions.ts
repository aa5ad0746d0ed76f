import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { NodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { repository } from '../nodes/node.ts';
import type { GivenAccessList, NodePermissions } from './access-list.ts';
import { accessList, accessRows } from './views.ts';

/** Reads the permissions of a node, changes them, writes them and shows what holds then. */
export async function changePermissions(
  address: NodeAddress,
  context: Context,
  change: (before: NodePermissions) => GivenAccessList,
): Promise<ExitCode> {
  const { client } = await context.connect();
  const node = (await findNode(client, address)).ref.id;
  const body = change((await client.getPermissions({ repository, node })).permissions);
  if (context.globals.dryRun) {
    context.output.note(`Would set ${JSON.stringify(body)}`);
    return exitCodes.ok;
  }
  await client.setPermissions({ repository, node, body });
  const { permissions } = await client.getPermissions({ repository, node });
  await (await context.printer()).list(accessRows(permissions), accessList(permissions));
  return exitCodes.ok;
}
