import { AnswerError } from '../../client/answer-error.ts';
import { batchFile } from '../../client/batch-file.ts';
import type { Client } from '../../client/client.ts';

/** Statuses of servers that do not have the call, or that a proxy keeps from taking it. */
const withoutBatches: readonly number[] = [404, 405, 413, 501];

const answers = new WeakMap<Client, Promise<boolean>>();

async function ask(client: Client): Promise<boolean> {
  try {
    await client.createNodes({ body: batchFile([]) });
    return true;
  } catch (error) {
    if (error instanceof AnswerError && withoutBatches.includes(error.status)) return false;
    throw error;
  }
}

/** Whether the server can create nodes with their contents. Asks it once, with an empty batch. */
export function takesBatches(client: Client): Promise<boolean> {
  const known = answers.get(client) ?? ask(client);
  answers.set(client, known);
  return known.catch((error: unknown) => {
    answers.delete(client);
    throw error;
  });
}
