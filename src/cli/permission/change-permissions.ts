import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { unsharedItems } from '../collection/hidden-items.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import type { Failure } from '../program/failure.ts';
import { type AccessListInput, type NodePermissions, readAuthority, rolesHere } from './access-list.ts';
import { describeChange, type PlannedChange, usersWithFewerRoles } from './planned-change.ts';
import { groupInsteadOfPerson } from './unknown-authority.ts';
import { accessList, accessRows } from './views.ts';

/** The failure for a group name without `GROUP_`; undefined for other errors. */
async function explainUnknown(client: Client, name: string | undefined, error: unknown): Promise<Failure | undefined> {
  if (name === undefined || !(error instanceof AnswerError) || error.status !== 400) return undefined;
  if (!error.message.includes(`Unknown people or groups: ${name}`)) return undefined;
  return groupInsteadOfPerson(client, name, error);
}

/** Asks before callers remove their own rights, because only the owner and administrators can restore them. */
async function confirmOwnLoss(
  change: PlannedChange,
  { address, words }: { readonly address: NodeAddress; readonly words: readonly string[] },
  context: Context,
): Promise<void> {
  const losing = usersWithFewerRoles(change);
  if (losing.size === 0) return;
  const { client } = await context.connect();
  const { authorityName, isAdmin } = await client.validateSession();
  if (isAdmin || !losing.has(authorityName ?? '')) return;
  const written = writeNodeAddress(address);
  await requireConfirmation(
    {
      question: `Remove your own rights on ${written}? Unless you own it, you cannot restore them yourself.`,
      would: `This removes your own rights on ${written}. Unless you own it, you cannot restore them yourself.`,
      again: `edu-repo ${context.commandName} --yes ${[written, ...words].map(shellWord).join(' ')}`,
    },
    context,
  );
}

/** The permissions after the change; undefined if the caller may no longer read them. */
export async function permissionsAfter(client: Client, node: string): Promise<NodePermissions | undefined> {
  try {
    return (await client.getPermissions({ repository, node })).permissions;
  } catch (error) {
    if (error instanceof AnswerError && [401, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** The node whose permissions a command line changes. */
export interface ChangedNode {
  readonly client: Client;
  readonly address: NodeAddress;
  readonly node: string;
  /** The arguments after the address. */
  readonly words: readonly string[];
}

/** Changes the permissions of a node, after a question if callers lose their own rights. A dry run only checks it. */
export async function applyChange(
  { client, address, node, words }: ChangedNode,
  context: Context,
  change: (before: NodePermissions) => AccessListInput,
): Promise<PlannedChange> {
  const before = (await client.getPermissions({ repository, node })).permissions;
  const planned = { before, after: change(before) };
  if (!context.globals.dryRun) await confirmOwnLoss(planned, { address, words }, context);
  try {
    await client.setPermissions({ repository, node, body: planned.after });
  } catch (error) {
    throw (await explainUnknown(client, words[0], error)) ?? error;
  }
  return planned;
}

/**
 * Changes the permissions of a node and prints the result. `words` are the arguments after the address. The first is the
 * authority to change, if there is one.
 */
export async function changePermissions(
  address: NodeAddress,
  context: Context,
  change: (before: NodePermissions) => AccessListInput,
  words: readonly string[],
): Promise<ExitCode> {
  const { client } = await context.connect();
  const found = await findNode(client, address);
  const node = found.ref.id;
  const planned = await applyChange({ client, address, node, words }, context, change);
  if (context.globals.dryRun) {
    for (const sentence of describeChange(planned, writeNodeAddress(address))) context.output.note(sentence);
    return exitCodes.ok;
  }
  const permissions = await permissionsAfter(client, node);
  if (permissions === undefined) {
    context.output.note(
      `Changed the permissions of ${writeNodeAddress(address)}. You no longer have the right to read them.`,
    );
    return exitCodes.ok;
  }
  await (await context.printer()).list(accessRows(permissions), accessList(permissions));
  const [authority] = words;
  if (authority === undefined || rolesHere(permissions, readAuthority(authority)).length === 0) return exitCodes.ok;
  const unshared = await unsharedItems(client, found, readAuthority(authority));
  if (unshared !== undefined) context.output.note(unshared);
  return exitCodes.ok;
}
