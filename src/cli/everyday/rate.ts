import { InvalidArgumentError } from 'commander';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { printChangedNode } from '../node-arguments/print-nodes.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface RateOptions {
  readonly address: NodeAddress;
  /** 1 to 5; 0 removes the caller's rating. */
  readonly stars: number;
}

function readStars(text: string): string {
  if (!/^[0-5]$/.test(text)) throw new InvalidArgumentError('Write a number from 1 to 5, or 0 to remove your rating.');
  return text;
}

export const rate = defineCommand<Record<never, never>, RateOptions>({
  examples: [
    { line: 'edu-repo rate /Mathe/Plan.md 5', does: 'give a file the best rating; a new rating replaces your old one' },
    { line: 'edu-repo rate /Mathe/Plan.md 0', does: 'remove your rating' },
  ],
  configure: (command) =>
    command.argument('<address>', 'a node').argument('<rating>', '1 to 5; 0 removes your rating', readStars),
  readOptions: ([address = '', stars = '']) => ({ address: parseNodeAddress(address), stars: Number(stars) }),
  nodes: ({ address }) => [address],
  run: async ({ address, stars }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const written = writeNodeAddress(address);
    if (stars === 0) {
      await client.deleteRating({ repository, node });
      reportChange(context, 'remove', `your rating of ${written}`);
    } else {
      await client.rateNode({ repository, node, rating: stars, body: '' });
      reportChange(context, 'rate', `${written}: ${stars} of 5`);
    }
    if (!context.globals.dryRun) await printChangedNode({ node: await findNode(client, address) }, context);
    return exitCodes.ok;
  },
});
