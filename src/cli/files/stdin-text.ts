import { usageFailure } from '../program/failure.ts';
import type { Host } from '../program/host.ts';

/**
 * Reads stdin as text. Refuses a terminal, because the command would wait without a prompt. Call it before `connect`: in a pipeline without
 * a server, the command that writes to stdin may still have the repository open.
 */
export async function readStdin(stdin: Host['stdin'], expected: string): Promise<string> {
  if (stdin.isTTY === true) {
    throw usageFailure(
      'There is no input on stdin.',
      `${expected} must come from a pipe or a file.`,
      'Use a pipe, or < FILE',
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

/** Replaces `-` by the lines of stdin, without empty ones. Call it before `connect`, as `readStdin`. */
export async function withStdinLines(
  words: readonly string[],
  stdin: Host['stdin'],
  expected: string,
): Promise<string[]> {
  if (!words.includes('-')) return [...words];
  const lines = (await readStdin(stdin, expected)).split(/\r?\n/).filter((line) => line !== '');
  return words.flatMap((word) => (word === '-' ? lines : [word]));
}
