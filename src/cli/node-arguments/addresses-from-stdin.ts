import { readLines } from '../files/stdin-text.ts';
import type { Host } from '../program/host.ts';
import { type NodeAddress, parseNodeAddress } from './address.ts';

/** Reads addresses; `-` stands for those that come in through stdin, one on a line, as `-o id` prints them. */
export async function readAddresses(
  words: readonly string[],
  stdin: Host['stdin'],
  parse: (text: string) => NodeAddress = parseNodeAddress,
): Promise<NodeAddress[]> {
  const piped = words.includes('-') ? await readLines(stdin, 'A list of ids or paths') : [];
  return words.flatMap((word) => (word === '-' ? piped : [word])).map((word) => parse(word));
}
