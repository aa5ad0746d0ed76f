import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { changeEachNamed } from '../program/for-each-named.ts';
import { findCollection, titleOf } from './collections.ts';
import { type CollectionAndNodes, idAt, namedNodes, takesNodes } from './named-nodes.ts';

export const collectionRemove = defineCommand<Record<never, never>, CollectionAndNodes>({
  examples: [
    {
      line: 'edu-repo collection remove Mathe /Mathe/Plan.md',
      does: 'remove a reference; the file stays in its folder',
    },
    {
      line: 'edu-repo collection remove Mathe 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d',
      does: 'remove a reference by the ID that collection list shows',
    },
  ],
  ...takesNodes,
  run: async (options, context) => {
    const nodes = await namedNodes(options, context);
    const { client } = await context.connect();
    const found = await findCollection(client, options.collection);
    const collection = found.ref.id;
    const messages = { change: 'remove', where: `from ${titleOf(found)}` } as const;
    return changeEachNamed(nodes, messages, context, async (word) =>
      client.removeReference({ repository, collection, node: await idAt(client, word) }),
    );
  },
});
