import { readStdin } from '../files/stdin-text.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';

/** The text of a comment: as it was given, or for `-` all that comes in through stdin. Throws where there is none. */
export async function commentTextOf(word: string, context: Context): Promise<string> {
  const text = word === '-' ? await readStdin(context.stdin, 'The text of a comment') : word;
  if (text.trim() !== '') return text;
  throw usageFailure('The comment is empty.', 'A comment needs a text.', 'Write the text behind the address');
}
