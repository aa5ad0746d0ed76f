import { readStdin } from '../files/stdin-text.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';

/** The text of a comment: the argument, or all of stdin for `-`. Throws a usage failure for an empty text. */
export async function commentTextOf(word: string, context: Context): Promise<string> {
  const text = word === '-' ? await readStdin(context.stdin, 'The text of a comment') : word;
  if (text.trim() !== '') return text;
  throw usageFailure(
    'The comment is empty.',
    'A comment needs text.',
    'Write the text as the last argument, or use - to read it from stdin',
  );
}
