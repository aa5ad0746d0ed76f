import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { findCollection, titleOf } from './collections.ts';
import { type CollectionAndNodes, idAt, namedNodes, takesNodes } from './named-nodes.ts';

/** `collection order` */
export const collectionOrder = defineCommand<Record<never, never>, CollectionAndNodes>({
  examples: [
    {
      line: 'edu-repo collection order Mathe /Mathe/Plan.md /Mathe/Blatt.pdf',
      does: 'these first, the rest behind them',
    },
    {
      line: 'edu-repo collection list Mathe -o id | sort | edu-repo collection order Mathe -',
      does: 'any order at all',
    },
  ],
  ...takesNodes,
  run: async (options, context) => {
    const nodes = await namedNodes(options, context);
    // An empty list would end the order that was made by hand, which nobody has asked for.
    if (nodes.length === 0) {
      throw usageFailure('Nothing was named to be put in order.', 'stdin was empty.', 'Name one node or more');
    }
    const { client } = await context.connect();
    const found = await findCollection(client, options.collection);
    if (context.globals.dryRun) {
      context.output.note(`Would put ${titleOf(found)} in order: ${nodes.join(', ')}`);
      return exitCodes.ok;
    }
    const body: string[] = [];
    for (const word of nodes) body.push(await idAt(client, word));
    await client.orderCollection({ repository, collection: found.ref.id, body });
    context.output.detail(`Put ${titleOf(found)} in order`);
    return exitCodes.ok;
  },
});
