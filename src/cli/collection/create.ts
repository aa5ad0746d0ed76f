import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CollectionAddress, parseCollectionAddress, writeCollectionAddress } from './address.ts';
import { findCollection, top } from './collections.ts';
import {
  type CollectionFlags,
  type CollectionProfileInput,
  declareCollection,
  readCollection,
} from './profile-flags.ts';
import { collectionRecord } from './views.ts';

interface CreateOptions {
  readonly title: string;
  /** The parent collection; undefined for the top level. */
  readonly parent: CollectionAddress | undefined;
  readonly profile: CollectionProfileInput;
}

export const collectionCreate = defineCommand<CollectionFlags & { readonly in?: string }, CreateOptions>({
  examples: [
    {
      line: "edu-repo collection create Mathe --description 'Für Klasse 7'",
      does: 'create a collection that only you can see',
    },
    {
      line: 'edu-repo collection create Brüche --in Mathe',
      does: 'create a collection inside another one, with the same scope',
    },
    { line: 'edu-repo collection create Aushang --scope EDU_ALL', does: 'create a collection that everyone can read' },
  ],
  configure: (command) =>
    declareCollection(command.argument('<title>', 'title of the collection')).option(
      '--in <collection>',
      'parent collection (default: the top level)',
    ),
  readOptions: ([title = ''], flags) => ({
    title,
    parent: flags.in === undefined ? undefined : parseCollectionAddress(flags.in),
    profile: readCollection(flags),
  }),
  nodes: ({ parent }) => [parent],
  run: async ({ title, parent, profile }, context) => {
    const { client } = await context.connect();
    const collection = parent === undefined ? top : (await findCollection(client, parent)).ref.id;
    const made = await client.createCollection({ repository, collection, body: { title, collection: profile } });
    if (context.globals.dryRun) {
      const where = parent === undefined ? '' : ` in ${writeCollectionAddress(parent)}`;
      context.output.note(`Would create the collection ${title}${where}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(made, collectionRecord);
    return exitCodes.ok;
  },
});
