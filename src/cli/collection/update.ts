import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';
import { findCollection, titleOf } from './collections.ts';
import {
  type CollectionFlags,
  type CollectionProfileInput,
  declareCollection,
  readCollection,
} from './profile-flags.ts';
import { collectionRecord } from './views.ts';

interface UpdateOptions {
  readonly address: CollectionAddress;
  readonly profile: CollectionProfileInput;
}

function requireChange(profile: CollectionProfileInput): CollectionProfileInput {
  if (Object.keys(profile).length > 0) return profile;
  throw usageFailure(
    'There is nothing to change.',
    'At least one option with a new value is required.',
    'For help: edu-repo help collection update',
  );
}

export const collectionUpdate = defineCommand<CollectionFlags, UpdateOptions>({
  examples: [
    {
      line: "edu-repo collection update Mathe --title 'Mathematik' --color '#975B5D'",
      does: 'change title and color only',
    },
    { line: 'edu-repo collection update Mathe --scope EDU_ALL', does: 'let everyone read the collection' },
    { line: "edu-repo collection update Mathe --description ''", does: 'remove the description' },
  ],
  configure: (command) =>
    declareCollection(command.argument('<collection>', 'ID, or titles such as Mathe/Brüche')).option(
      '--title <text>',
      'new title',
    ),
  readOptions: ([word = ''], flags) => ({
    address: parseCollectionAddress(word),
    profile: requireChange(readCollection(flags)),
  }),
  nodes: ({ address }) => [address],
  run: async ({ address, profile }, context) => {
    const { client } = await context.connect();
    const found = await findCollection(client, address);
    const body = { collection: profile };
    const changed = await client.updateCollection({ repository, collection: found.ref.id, body });
    if (context.globals.dryRun) {
      context.output.note(`Would change ${titleOf(found)}: ${JSON.stringify(profile)}`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(changed, collectionRecord);
    return exitCodes.ok;
  },
});
