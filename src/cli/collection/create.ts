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
  /** Undefined: at the first level. */
  readonly parent: CollectionAddress | undefined;
  readonly profile: CollectionProfileInput;
}

/** `collection create` */
export const collectionCreate = defineCommand<CollectionFlags & { readonly in?: string }, CreateOptions>({
  examples: [
    { line: "edu-repo collection create Mathe --description 'Für Klasse 7'", does: 'for you alone until you say more' },
    { line: 'edu-repo collection create Brüche --in Mathe', does: 'in another one, for the same people' },
    { line: 'edu-repo collection create Aushang --scope EDU_ALL', does: 'everybody may read it' },
  ],
  configure: (command) =>
    declareCollection(command.argument('<title>', 'what people read')).option(
      '--in <collection>',
      'the collection that it lies in; the first level when left out',
    ),
  readOptions: ([title = ''], flags) => ({
    title,
    parent: flags.in === undefined ? undefined : parseCollectionAddress(flags.in),
    profile: readCollection(flags),
  }),
  run: async ({ title, parent, profile }, context) => {
    const { client } = await context.connect();
    const collection = parent === undefined ? top : (await findCollection(client, parent)).ref.id;
    if (context.globals.dryRun) {
      const where = parent === undefined ? '' : ` in ${writeCollectionAddress(parent)}`;
      context.output.note(`Would make the collection ${title}${where}.`);
      return exitCodes.ok;
    }
    const made = await client.createCollection({ repository, collection, body: { title, collection: profile } });
    await (await context.printer()).record(made, collectionRecord);
    return exitCodes.ok;
  },
});
