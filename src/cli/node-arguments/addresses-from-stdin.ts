import { withStdinLines } from '../files/stdin-text.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from './address.ts';
import { withHits } from './hit-numbers.ts';

/** The addresses among the arguments, without `-`. Throws a usage failure for what is none. */
export const addressesIn = (
  words: readonly string[],
  parse: (text: string) => NodeAddress = parseNodeAddress,
): NodeAddress[] => words.filter((word) => word !== '-').map((word) => parse(word));

/** The option that chooses a repository, which is written as before an address. */
function optionFor(repository = ''): string {
  if (!repository.startsWith('[')) return `--remote ${repository}`;
  return `${repository.includes('://') ? '--url' : '--data'} ${shellWord(repository.slice(1, -1))}`;
}

const inOther = (address: NodeAddress) =>
  usageFailure(
    `${writeNodeAddress(address)} is in another repository.`,
    'A command works in one repository.',
    `To work in this one, add: ${optionFor(address.remote)}`,
  );

/** Parses addresses. `-` reads addresses from stdin, one per line, as `-o id` prints them. Call it before `connect`, as `readStdin`. */
export async function readAddresses(
  words: readonly string[],
  context: Context,
  parse: (text: string) => NodeAddress = parseNodeAddress,
): Promise<NodeAddress[]> {
  const { stdin, globals, addressPrefix } = context;
  const lines = await withStdinLines(words, stdin, 'A list of IDs or paths');
  const addresses = await withHits(lines, context, async () => lines.map((line) => parse(line)));
  const other = addresses.find(
    ({ remote }) => remote !== undefined && remote !== globals.remote && `${remote}:` !== addressPrefix,
  );
  if (other !== undefined) throw inOther(other);
  return addresses;
}
