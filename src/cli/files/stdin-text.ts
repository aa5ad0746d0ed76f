import { usageFailure } from '../program/failure.ts';
import type { Host } from '../program/host.ts';

/** All that comes in through stdin, as text. Refused where stdin is a terminal: nobody would know what to type. */
export async function readStdin(stdin: Host['stdin'], expected: string): Promise<string> {
  if (stdin.isTTY === true) {
    throw usageFailure(`Nothing comes in through stdin.`, `${expected} was expected there.`, 'Use a pipe, or < FILE');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

/** The lines that come in through stdin, without empty ones. */
export async function readLines(stdin: Host['stdin'], expected: string): Promise<string[]> {
  const text = await readStdin(stdin, expected);
  return text.split(/\r?\n/).filter((line) => line !== '');
}
