import type { Command } from 'commander';
import type { Client } from '../../client/client.ts';
import { unsharedItems } from '../collection/hidden-items.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import { collect } from '../node-arguments/properties.ts';
import { listForPrograms } from '../print/list-for-programs.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { type NodePermissions, rolesHere, rolesIn, withAllRoles } from './access-list.ts';
import { applyChange, permissionsAfter } from './change-permissions.ts';
import { meantAuthorities, type NamedAuthorities } from './meant-authorities.ts';
import type { PlannedChange } from './planned-change.ts';
import { everydayRoles } from './role-words.ts';
import { accessList, accessRows } from './views.ts';

export interface NameFlags {
  readonly person?: readonly string[];
  readonly group?: readonly string[];
}

/** What `share` and `unshare` change. */
export interface ShareOptions extends NamedAuthorities {
  readonly address: NodeAddress;
  /** The role to give; undefined removes all, or only `takenRole`. */
  readonly role: string | undefined;
  readonly takenRole?: string;
  /** The options for the role, as they were typed. */
  readonly roleWords: readonly string[];
}

/** Declares the node, and the people and groups. */
export const addNames = (command: Command): Command =>
  command
    .argument('<address>', 'a node')
    .argument('[name...]', 'people and groups, or EVERYONE')
    .option('--person <name>', 'a person, also if a group has this name (repeatable)', collect)
    .option('--group <name>', 'a group, also if a person has this name (repeatable)', collect);

/** Reads what `addNames` declares. Throws a usage failure if there is no name. */
export function readNames([address = '', ...names]: readonly string[], { person = [], group = [] }: NameFlags) {
  if (names.length + person.length + group.length === 0) {
    throw usageFailure(
      'No name is given.',
      'The command needs the name of a person or a group.',
      'For help: edu-repo help share',
    );
  }
  return { address: parseNodeAddress(address), names, people: person, groups: group };
}

const commandLine = (command: string, { address, names, people, groups, roleWords }: ShareOptions): string =>
  [
    `edu-repo ${command}`,
    shellWord(writeNodeAddress(address)),
    ...names,
    ...people.map((name) => `--person ${shellWord(name)}`),
    ...groups.map((name) => `--group ${shellWord(name)}`),
    ...roleWords.map(shellWord),
  ].join(' ');

/** The command line with other words for one of its names. */
const withInstead = (command: string, options: ShareOptions, name: string, instead: string): string =>
  commandLine(command, { ...options, names: options.names.map((each) => (each === name ? instead : shellWord(each))) });

/** The roles of an authority with the role in place of those that people give; other permissions stay. */
function rolesWith(before: NodePermissions, authority: string, role: string): string[] {
  const isGiven = (each: string) => everydayRoles.some((known) => known === each);
  const kept = rolesHere(before, authority).filter((each) => !isGiven(role) || !isGiven(each));
  return [...new Set([...kept, role])];
}

/** Those whose roles differ after the change. */
const changedIn = ({ before, after }: PlannedChange, authorities: readonly string[]): string[] =>
  authorities.filter((each) => rolesHere(before, each).toSorted().join() !== rolesIn(after, each).toSorted().join());

/** The roles that the change takes away, with the authority if there are several. */
const replacedRoles = ({ before, after }: PlannedChange, authority: string): string[] =>
  rolesHere(before, authority).filter((role) => !rolesIn(after, authority).includes(role));

const listed = (names: readonly string[]): string => names.join(', ');

const asRole = (role: string | undefined): string => (role === undefined ? '' : ` as ${role}`);

/** What the command does, in one line. */
function sentenceOf(
  planned: PlannedChange,
  authorities: readonly string[],
  options: ShareOptions,
  dryRun: boolean,
): string {
  const node = writeNodeAddress(options.address);
  const changed = changedIn(planned, authorities);
  if (options.role === undefined) {
    return `${dryRun ? 'Would stop' : 'Stopped'} sharing ${node} with ${listed(authorities)}${asRole(options.takenRole)}.`;
  }
  if (changed.length === 0)
    return `Nothing to change: ${listed(authorities)} already ${authorities.length === 1 ? 'has' : 'have'} the role ${options.role} on ${node}.`;
  const replaced = changed.flatMap((each) => replacedRoles(planned, each));
  const before = replaced.length === 0 ? '' : ` (before: ${replaced.join(', ')})`;
  return `${dryRun ? 'Would share' : 'Shared'} ${node} with ${listed(changed)} as ${options.role}${before}.`;
}

/** The roles of an authority that stay when all are taken, or one. */
const rolesLeft = (before: NodePermissions, authority: string, taken: string | undefined): string[] =>
  taken === undefined ? [] : rolesHere(before, authority).filter((each) => each !== taken);

/** Throws one failure for all who have no role to take on the node itself. */
function requireRoles(before: NodePermissions, authorities: readonly string[], options: ShareOptions): void {
  const { takenRole } = options;
  const missing = authorities.filter(
    (each) => rolesHere(before, each).length === rolesLeft(before, each, takenRole).length,
  );
  if (missing.length === 0) return;
  const node = writeNodeAddress(options.address);
  throw new Failure(exitCodes.notFound, {
    what: `${node} itself is not shared with ${listed(missing)}${asRole(takenRole)}. Nothing was changed.`,
    why: 'What a folder above grants can be removed only there.',
    next: `To see from where: edu-repo permission get ${shellWord(node)}`,
  });
}

/** Those who still have roles from a folder above. */
function stillFromAbove(
  { localPermissions, inheritedPermissions }: NodePermissions,
  authorities: readonly string[],
): string[] {
  const above = localPermissions.inherited ? inheritedPermissions : [];
  return authorities.filter((each) => above.some(({ authority }) => authority.authorityName === each));
}

async function noteUnshared(client: Client, node: RepositoryNode, authorities: readonly string[], context: Context) {
  for (const authority of authorities) {
    const unshared = await unsharedItems(client, node, authority);
    if (unshared !== undefined) context.output.note(unshared);
  }
}

/** `share` with a role, `unshare` without. All names are known before anything changes, and all change in one call. */
export async function changeShares(options: ShareOptions, context: Context): Promise<ExitCode> {
  const { address, role } = options;
  const { dryRun } = context.globals;
  const { client } = await context.connect();
  const found = await findNode(client, address);
  const node = found.ref.id;
  const again = (name: string, instead: string) => withInstead(context.commandName, options, name, instead);
  const authorities = await meantAuthorities(client, node, options, context, again);
  const words = [...authorities, ...options.roleWords];
  const planned = await applyChange({ client, address, node, words }, context, (before) => {
    if (role === undefined) requireRoles(before, authorities, options);
    const rolesOf = (each: string) =>
      role === undefined ? rolesLeft(before, each, options.takenRole) : rolesWith(before, each, role);
    return withAllRoles(before, new Map(authorities.map((each) => [each, rolesOf(each)])));
  });
  context.output.note(sentenceOf(planned, authorities, options, dryRun));
  const above = role === undefined ? stillFromAbove(planned.before, authorities) : [];
  if (above.length > 0) context.output.note(`A folder above still shares it with ${listed(above)}.`);
  if (dryRun) return exitCodes.ok;
  const permissions = await permissionsAfter(client, node);
  if (permissions === undefined) return exitCodes.ok;
  await listForPrograms(accessRows(permissions), accessList(permissions), context);
  if (role !== undefined) await noteUnshared(client, found, authorities, context);
  return exitCodes.ok;
}
