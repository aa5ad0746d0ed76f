import { AnswerError } from '../../client/answer-error.ts';
import { generatePassword } from '../user/generated-password.ts';

/** The number of passwords in one call. */
const batch = 100;

/** Servers of earlier versions, and of others, do not know the call. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof AnswerError && (error.status === 404 || error.status === 405);

/**
 * Returns a function for one new password after the other, at most `needed`. The server generates them, because accounts with its own
 * passwords are created faster; `ask` requests a number of them. For a server that cannot, this program generates them.
 */
export function createPasswordSupply(
  needed: number,
  ask: (count: number) => Promise<{ readonly passwords: readonly string[] }>,
): () => Promise<string> {
  let left = needed;
  let serverCan = true;
  const supply: string[] = [];
  const refill = async (): Promise<void> => {
    try {
      supply.push(...(await ask(Math.min(batch, Math.max(left, 1)))).passwords);
    } catch (error) {
      if (!isUnknownCall(error)) throw error;
      serverCan = false;
    }
  };
  return async () => {
    if (supply.length === 0 && serverCan) await refill();
    left -= 1;
    return supply.shift() ?? generatePassword();
  };
}
