import { usageFailure } from '../program/failure.ts';
import type { Host } from '../program/host.ts';

/** Reads stdin as text. Refuses a terminal, because the command would wait without a prompt. */
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

/** Reads the lines of stdin, without empty ones. */
export async function readLines(stdin: Host['stdin'], expected: string): Promise<string[]> {
  const text = await readStdin(stdin, expected);
  return text.split(/\r?\n/).filter((line) => line !== '');
}
