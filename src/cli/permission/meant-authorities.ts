import type { Client } from '../../client/client.ts';
import { isUnknownCall } from '../node-arguments/find-node.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { readAuthority } from './access-list.ts';

/** The people and groups on a command line. */
export interface NamedAuthorities {
  /** Each is a person or a group. */
  readonly names: readonly string[];
  readonly people: readonly string[];
  readonly groups: readonly string[];
}

const inGroupForm = (name: string): string => (name.startsWith('GROUP_') ? name : `GROUP_${name}`);

const isGroup = (authority: string): boolean => authority.startsWith('GROUP_');

const maxNames = 100;

/** The people and groups with each name; undefined if the server cannot tell. */
async function meaningsAt(
  client: Client,
  node: string,
  names: readonly string[],
): Promise<Map<string, string[]> | undefined> {
  const meanings = new Map<string, string[]>();
  try {
    for (let from = 0; from < names.length; from += maxNames) {
      const answer = await client.findAuthorities({ node, name: names.slice(from, from + maxNames) });
      for (const { name, authorities } of answer.names) {
        meanings.set(
          name,
          authorities.map(({ authorityName }) => authorityName),
        );
      }
    }
    return meanings;
  } catch (error) {
    if (isUnknownCall(error)) return undefined;
    throw error;
  }
}

const unknownNames = (names: readonly string[]): Failure =>
  new Failure(exitCodes.notFound, {
    what: `Unknown ${names.length === 1 ? 'person or group' : 'people or groups'}: ${names.join(', ')}. Nothing was changed.`,
    why: 'No user name and no group has this name.',
    next: 'Correct the names, or ask an administrator for them',
  });

/** Asks whether the person or the group is meant. Without a terminal, throws a usage failure with both command lines. */
async function ask(name: string, context: Context, again: (authority: string) => string): Promise<string> {
  if (!context.questions.possible) {
    throw usageFailure(
      `${name} is a person and a group. Nothing was changed.`,
      'The command must know which one is meant.',
      `For the group: ${again(inGroupForm(name))}\n  For the person: ${again(`--person ${shellWord(name)}`)}`,
    );
  }
  const answer = await context.questions.text(`${name} is a person and a group. Which one is meant (person/group)?`);
  if (/^p/i.test(answer.trim())) return name;
  if (/^g/i.test(answer.trim())) return inGroupForm(name);
  throw usageFailure('Nothing was changed.', `"${answer}" is neither person nor group.`, 'Run the same command again');
}

/**
 * The people and groups that the words mean, each once. Throws one failure for all unknown names. `again` writes the command line
 * with other words in place of a name that means both a person and a group.
 */
export async function meantAuthorities(
  client: Client,
  node: string,
  { names, people, groups }: NamedAuthorities,
  context: Context,
  again: (name: string, instead: string) => string,
): Promise<string[]> {
  const typed = [...new Set([...names.map(readAuthority), ...people, ...groups.map(inGroupForm)])];
  const meanings = await meaningsAt(client, node, typed);
  // Other servers take names as they are, and refuse unknown ones themselves.
  if (meanings === undefined) return typed;
  const fitting = (name: string): string[] => {
    const found = meanings.get(name) ?? [];
    return people.includes(name) ? found.filter((authority) => !isGroup(authority)) : found;
  };
  const unknown = typed.filter((name) => fitting(name).length === 0);
  if (unknown.length > 0) throw unknownNames(unknown);
  const meant: string[] = [];
  for (const name of typed) {
    const found = fitting(name);
    const [first = name] = found;
    meant.push(found.length === 1 ? first : await ask(name, context, (instead) => again(name, instead)));
  }
  return [...new Set(meant)];
}
