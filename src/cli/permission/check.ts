import { AnswerError } from '../../client/answer-error.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { readPermission } from './role-words.ts';

type CheckedRight = Result<Operations['checkAccess']>['rights'][number];
type Reason = CheckedRight['reasons'][number];

interface CheckOptions {
  readonly person: string;
  readonly address: NodeAddress;
  readonly rights: readonly string[];
}

/** The groups from the one in the entry down to that of the person. */
const through = (groups: Reason['groups']): string =>
  groups
    .toReversed()
    .map((group) => group ?? 'a group')
    .join(' < ');

const holders: Readonly<Record<Reason['kind'], string>> = {
  administrator: 'administrator',
  owner: 'owner',
  'top-folder': 'everyone signed in may list the top folder',
  usage: 'an app uses it',
  hidden: 'permissions that you may not see',
  person: 'the person',
  group: '',
  everyone: 'EVERYONE',
  guest: 'guests',
};

/** For example `Consumer for GROUP_schule < GROUP_7a on /Mathe`. */
function reasonText({ kind, permission, place, groups, onOriginal }: Reason): string {
  const original = onOriginal ? ' (original)' : '';
  if (permission === null) {
    const by = kind === 'administrator' && groups.length > 1 ? ` by ${through(groups)}` : '';
    return `${holders[kind]}${by}${original}`;
  }
  const holder = kind === 'group' ? through(groups) : holders[kind];
  return `${permission} for ${holder} on ${place?.path ?? 'a folder above'}${original}`;
}

const rightsList: ListView<CheckedRight> = {
  columns: [
    { title: 'right', value: ({ right }) => right },
    { title: 'granted', value: ({ granted }) => (granted ? 'yes' : 'no') },
    { title: 'because of', value: ({ reasons }) => reasons.map(reasonText).join('; '), wrap: 'words' },
  ],
  id: ({ right }) => right,
  whole: (rights) => ({ rights }),
};

/** A right that does not exist is no answer to the question, so it has another exit code than a missing right. */
function asUsage(error: unknown): never {
  if (!(error instanceof AnswerError) || error.status !== 400) throw error;
  throw usageFailure(error.message, 'The server does not know it.', 'For the rights and roles: edu-repo help roles');
}

export const permissionCheck = defineCommand<Record<never, never>, CheckOptions>({
  examples: [
    { line: 'edu-repo permission check anna /Mathe', does: 'show what anna may do with a folder, and why' },
    {
      line: 'edu-repo permission check -me- /Mathe Write Delete',
      does: 'your own rights; exits with 1 if one is missing',
    },
    { line: 'edu-repo permission check -guest- /Mathe Read', does: 'whether people without an account may read it' },
  ],
  configure: (command) =>
    command
      .argument('<person>', 'user name, -me-, or -guest- for people without an account')
      .argument('<address>', 'a node')
      .argument('[right...]', 'rights such as Read, Write, Delete, or a role (default: all rights)'),
  readOptions: ([person = '', address = '', ...rights]) => ({ person, address: parseNodeAddress(address), rights }),
  nodes: ({ address }) => [address],
  run: async ({ person, address, rights: right }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const { rights } = await client
      .checkAccess({ node, user: person, right: right.map(readPermission) })
      .catch(asUsage);
    await (await context.printer()).list(rights, rightsList);
    return right.length === 0 || rights.every(({ granted }) => granted) ? exitCodes.ok : exitCodes.error;
  },
});
