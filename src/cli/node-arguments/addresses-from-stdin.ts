import { withStdinLines } from '../files/stdin-text.ts';
import type { Host } from '../program/host.ts';
import { type NodeAddress, parseNodeAddress } from './address.ts';

/** Parses addresses. `-` reads addresses from stdin, one per line, as `-o id` prints them. Call it before `connect`, as `readStdin`. */
export async function readAddresses(
  words: readonly string[],
  stdin: Host['stdin'],
  parse: (text: string) => NodeAddress = parseNodeAddress,
): Promise<NodeAddress[]> {
  return (await withStdinLines(words, stdin, 'A list of IDs or paths')).map((word) => parse(word));
}
