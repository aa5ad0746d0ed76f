import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';
import { findCollection } from './collections.ts';
import { hiddenItems } from './hidden-items.ts';
import { collectionRecord } from './views.ts';

export const collectionGet = defineCommand<Record<never, never>, { readonly address: CollectionAddress }>({
  examples: [
    { line: 'edu-repo collection get Mathe', does: 'show title, description, scope, and number of entries' },
    { line: 'edu-repo collection get Mathe/Brüche -o id', does: 'print only the ID of the collection' },
  ],
  configure: (command) => command.argument('<collection>', 'ID, or titles such as Mathe/Brüche'),
  readOptions: ([word = '']) => ({ address: parseCollectionAddress(word) }),
  nodes: ({ address }) => [address],
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const collection = await findCollection(client, address);
    await (await context.printer()).record({ collection }, collectionRecord);
    const hidden = hiddenItems(collection);
    if (hidden !== undefined) context.output.note(hidden);
    return exitCodes.ok;
  },
});
