import { repository } from '../node-arguments/node.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';

/** Blocks a person or lets them sign in again. A dry run only checks that the person exists. */
export async function setStatus(person: string, status: 'active' | 'blocked', context: Context): Promise<ExitCode> {
  const { client } = await context.connect();
  const { userName } = (await client.getPerson({ repository, person })).person;
  const effect = status === 'blocked' ? `block ${userName}` : `let ${userName} sign in again`;
  if (context.globals.dryRun) {
    context.output.note(`Would ${effect}.`);
    return exitCodes.ok;
  }
  await client.setPersonStatus({ repository, person: userName, status });
  context.output.note(status === 'blocked' ? `${userName} can no longer sign in.` : `${userName} can sign in again.`);
  return exitCodes.ok;
}
