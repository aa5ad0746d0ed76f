import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';
import { findCollection } from './collections.ts';
import { collectionRecord } from './views.ts';

/** `collection get` */
export const collectionGet = defineCommand<Record<never, never>, { readonly address: CollectionAddress }>({
  examples: [
    { line: 'edu-repo collection get Mathe', does: 'what is said of it, for whom it is, and how much it holds' },
    { line: 'edu-repo collection get Mathe/Brüche -o id', does: 'its id' },
  ],
  configure: (command) => command.argument('<collection>', 'its id, or its title behind those it lies in'),
  readOptions: ([word = '']) => ({ address: parseCollectionAddress(word) }),
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const collection = await findCollection(client, address);
    await (await context.printer()).record({ collection }, collectionRecord);
    return exitCodes.ok;
  },
});
