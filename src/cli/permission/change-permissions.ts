import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type AccessListInput, type NodePermissions, rolesHere } from './access-list.ts';
import { accessList, accessRows } from './views.ts';

/** What to say where nobody has a name, but a group has it behind `GROUP_`; undefined where that is not so. */
async function groupInsteadOfPerson(
  client: Client,
  name: string | undefined,
  error: unknown,
): Promise<Failure | undefined> {
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

/** The users who have fewer roles on the node itself after the change. */
function usersWithFewerRoles(before: NodePermissions, after: AccessListInput): Set<string> {
  const rolesAfter = (name: string): Set<string> =>
    new Set(
      after.permissions
        .filter(({ authority }) => authority.authorityName === name)
        .flatMap(({ permission, permissions }) => permissions ?? [permission ?? '']),
    );
  const names = new Set(before.localPermissions.permissions.map(({ authority }) => authority.authorityName));
  return new Set(
    [...names].filter((name) => {
      const left = rolesAfter(name);
      return !name.startsWith('GROUP_') && rolesHere(before, name).some((role) => !left.has(role));
    }),
  );
}

/** The owner and administrators keep their rights; anyone else cannot give them back to themselves. */
async function confirmOwnLoss(
  { before, after }: { readonly before: NodePermissions; readonly after: AccessListInput },
  { address, words }: { readonly address: NodeAddress; readonly words: readonly string[] },
  context: Context,
): Promise<void> {
  const losing = usersWithFewerRoles(before, after);
  if (losing.size === 0) return;
  const { client } = await context.connect();
  const { authorityName, isAdmin } = await client.validateSession();
  if (isAdmin || !losing.has(authorityName ?? '')) return;
  const written = writeNodeAddress(address);
  await requireConfirmation(
    {
      question: `Take away your own rights on ${written}? Unless you own it, you cannot give them back to yourself.`,
      would: `This takes away your own rights on ${written}. Unless you own it, you cannot give them back to yourself.`,
      again: `edu-repo ${context.commandName} --yes ${[written, ...words].map(shellWord).join(' ')}`,
    },
    context,
  );
}

/** Undefined where the change has taken from the caller the right to see the permissions: it is done all the same. */
async function permissionsAfter(client: Client, node: string): Promise<NodePermissions | undefined> {
  try {
    return (await client.getPermissions({ repository, node })).permissions;
  } catch (error) {
    if (error instanceof AnswerError && [401, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/**
 * Reads the permissions of a node, changes them, writes them and shows what holds then. `words` is what stands behind the
 * address on the command line; the first of them is the authority that the change is about, where it is about one.
 */
export async function changePermissions(
  address: NodeAddress,
  context: Context,
  change: (before: NodePermissions) => AccessListInput,
  words: readonly string[],
): Promise<ExitCode> {
  const { client } = await context.connect();
  const node = (await findNode(client, address)).ref.id;
  const before = (await client.getPermissions({ repository, node })).permissions;
  const body = change(before);
  if (context.globals.dryRun) {
    context.output.note(`Would set ${JSON.stringify(body)}`);
    return exitCodes.ok;
  }
  await confirmOwnLoss({ before, after: body }, { address, words }, context);
  try {
    await client.setPermissions({ repository, node, body });
  } catch (error) {
    throw (await groupInsteadOfPerson(client, words[0], error)) ?? error;
  }
  const permissions = await permissionsAfter(client, node);
  if (permissions === undefined) {
    context.output.note(`The permissions were changed. You can no longer read those of ${writeNodeAddress(address)}.`);
    return exitCodes.ok;
  }
  await (await context.printer()).list(accessRows(permissions), accessList(permissions));
  return exitCodes.ok;
}
