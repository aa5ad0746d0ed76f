import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { changeEachNamed } from '../program/for-each-named.ts';
import { findCollection, titleOf } from './collections.ts';
import { type CollectionAndNodes, idAt, namedNodes, takesNodes } from './named-nodes.ts';

export const collectionAdd = defineCommand<Record<never, never>, CollectionAndNodes>({
  examples: [
    {
      line: 'edu-repo collection add Mathe /Mathe/Plan.md',
      does: 'add a file; it stays in its folder with its permissions',
    },
    {
      line: 'edu-repo search brüche --filter cclom:format=application/pdf --all -o id | edu-repo collection add Mathe/Brüche -',
      does: 'add all PDF files that a search finds',
    },
  ],
  ...takesNodes,
  run: async (options, context) => {
    const nodes = await namedNodes(options, context);
    const { client } = await context.connect();
    const found = await findCollection(client, options.collection);
    const collection = found.ref.id;
    const messages = { change: 'add', where: `to ${titleOf(found)}` } as const;
    return changeEachNamed(nodes, messages, context, async (word) =>
      client.addReference({ repository, collection, node: await idAt(client, word) }),
    );
  },
});
