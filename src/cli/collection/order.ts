import { repository } from '../node-arguments/node.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { findCollection, titleOf } from './collections.ts';
import { type CollectionAndNodes, idAt, namedNodes, takesNodes } from './named-nodes.ts';

export const collectionOrder = defineCommand<Record<never, never>, CollectionAndNodes>({
  examples: [
    {
      line: 'edu-repo collection order Mathe /Mathe/Plan.md /Mathe/Blatt.pdf',
      does: 'put these nodes first, in this order',
    },
    {
      line: 'edu-repo collection list Mathe -o id | tac | edu-repo collection order Mathe -',
      does: 'reverse the order',
    },
  ],
  ...takesNodes,
  run: async (options, context) => {
    const nodes = await namedNodes(options, context);
    // The server would discard the manual order for an empty list.
    if (nodes.length === 0) {
      throw usageFailure('There are no nodes to order.', 'stdin was empty.', 'Name at least one node');
    }
    const { client } = await context.connect();
    const found = await findCollection(client, options.collection);
    const body: string[] = [];
    for (const word of nodes) body.push(await idAt(client, word));
    await client.orderCollection({ repository, collection: found.ref.id, body });
    reportChange(context, 'order', `${titleOf(found)}: ${nodes.join(', ')}`);
    return exitCodes.ok;
  },
});
