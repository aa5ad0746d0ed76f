import { readLines } from '../files/stdin-text.ts';
import type { Host } from '../program/host.ts';
import { type NodeAddress, parseNodeAddress } from './address.ts';

/**
 * Parses addresses. `-` reads addresses from stdin, one per line, as `-o id` prints them. Call it before the repository is opened: the
 * command that writes them may have it open.
 */
export async function readAddresses(
  words: readonly string[],
  stdin: Host['stdin'],
  parse: (text: string) => NodeAddress = parseNodeAddress,
): Promise<NodeAddress[]> {
  const piped = words.includes('-') ? await readLines(stdin, 'A list of IDs or paths') : [];
  return words.flatMap((word) => (word === '-' ? piped : [word])).map((word) => parse(word));
}
