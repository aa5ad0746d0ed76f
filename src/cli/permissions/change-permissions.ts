import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { NodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { repository } from '../nodes/node.ts';
import type { GivenAccessList, NodePermissions } from './access-list.ts';
import { accessList, accessRows } from './views.ts';

/** What to say where nobody has a name, but a group has it behind `GROUP_`; undefined where that is not so. */
async function meantGroup(client: Client, name: string | undefined, error: unknown): Promise<Failure | undefined> {
  if (name === undefined || name.startsWith('GROUP_') || !(error instanceof AnswerError) || error.status !== 400) {
    return undefined;
  }
  if (!error.message.includes(`Nobody is called ${name}`)) return undefined;
  const group = await client.getGroup({ repository, group: name }).catch(() => undefined);
  if (group === undefined) return undefined;
  return new Failure(
    exitCodes.error,
    {
      what: `Nobody is called ${name}, but a group is.`,
      why: 'Names of groups begin with GROUP_ here, so that none is taken for a person.',
      next: `Did you mean GROUP_${name}?`,
    },
    { cause: error },
  );
}

/**
 * Reads the permissions of a node, changes them, writes them and shows what holds then. Of the authority that the
 * change is about, it knows whether a group was meant.
 */
export async function changePermissions(
  address: NodeAddress,
  context: Context,
  change: (before: NodePermissions) => GivenAccessList,
  authority?: string,
): Promise<ExitCode> {
  const { client } = await context.connect();
  const node = (await findNode(client, address)).ref.id;
  const body = change((await client.getPermissions({ repository, node })).permissions);
  if (context.globals.dryRun) {
    context.output.note(`Would set ${JSON.stringify(body)}`);
    return exitCodes.ok;
  }
  try {
    await client.setPermissions({ repository, node, body });
  } catch (error) {
    throw (await meantGroup(client, authority, error)) ?? error;
  }
  const { permissions } = await client.getPermissions({ repository, node });
  await (await context.printer()).list(accessRows(permissions), accessList(permissions));
  return exitCodes.ok;
}
