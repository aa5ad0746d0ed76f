import type { Command } from 'commander';
import type { Client } from '../../client/client.ts';
import { withStdinLines } from '../files/stdin-text.ts';
import { repository } from '../node-arguments/node.ts';
import type { Context } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { forEachNamed } from '../program/for-each-named.ts';

type Status = 'active' | 'blocked';

/** The people of a command that changes their status. */
interface People {
  readonly people: readonly string[];
}

/** The arguments of a command that changes the status of people. */
export const takesPeople = {
  configure: (command: Command): void => {
    command.argument('<user...>', 'user names; - reads them from stdin, one per line');
  },
  readOptions: (people: readonly string[]): People => ({ people }),
};

/** Blocks people or lets them sign in again, as `forEachNamed` does. A dry run only checks that they exist. */
export async function setStatus({ people }: People, status: Status, context: Context): Promise<ExitCode> {
  const all = await withStdinLines(people, context.stdin, 'A list of user names');
  const { client } = await context.connect();
  return forEachNamed(all, context, (person) => setStatusOf(person, status, client, context));
}

async function setStatusOf(
  person: string,
  status: Status,
  client: Client,
  { globals, output }: Context,
): Promise<void> {
  const { userName } = (await client.getPerson({ repository, person })).person;
  await client.setPersonStatus({ repository, person: userName, status });
  if (globals.dryRun) {
    output.note(status === 'blocked' ? `Would block ${userName}.` : `Would let ${userName} sign in again.`);
    return;
  }
  output.note(status === 'blocked' ? `${userName} can no longer sign in.` : `${userName} can sign in again.`);
}
