import { Option } from 'commander';
import type { Client } from '../../client/client.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import { printNodes } from '../node-arguments/print-nodes.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';
import { collectionsIn, findCollection, referencesIn, type ScopeFilter, top } from './collections.ts';
import { hiddenItems } from './hidden-items.ts';
import { listScopes } from './profile-flags.ts';
import { collectionList } from './views.ts';

interface ListOptions {
  readonly collection: CollectionAddress | undefined;
  readonly scope: ScopeFilter | undefined;
}

async function* contentOf(client: Client, { ref }: RepositoryNode): AsyncGenerator<RepositoryNode> {
  yield* collectionsIn(client, ref.id);
  yield* referencesIn(client, ref.id);
}

export const collectionListing = defineCommand<{ readonly scope?: ScopeFilter }, ListOptions>({
  examples: [
    { line: 'edu-repo collection list', does: 'list the top-level collections, pinned ones first' },
    {
      line: 'edu-repo collection list --scope MY',
      does: 'list your own collections; EDU_ALL lists public ones, RECENT all, most recently changed first',
    },
    { line: 'edu-repo collection list Mathe/Brüche', does: 'list the entries of a collection, in its order' },
  ],
  configure: (command) =>
    command
      .argument('[collection]', 'ID, or titles such as Mathe/Brüche (default: the top level)')
      .addOption(
        new Option('--scope <scope>', 'list only the top-level collections with this scope').choices(listScopes),
      ),
  readOptions: ([word], { scope }) => {
    if (word !== undefined && scope !== undefined) {
      throw usageFailure(
        '--scope cannot be combined with a collection.',
        '--scope filters only top-level collections.',
        `Leave out --scope ${scope}`,
      );
    }
    return { collection: word === undefined ? undefined : parseCollectionAddress(word), scope };
  },
  nodes: ({ collection }) => [collection],
  run: async ({ collection, scope }, context) => {
    const { client } = await context.connect();
    const listed = collection === undefined ? undefined : await findCollection(client, collection);
    const found = listed === undefined ? collectionsIn(client, top, scope) : contentOf(client, listed);
    const shown = await printNodes(found, collectionList, context);
    const hidden = listed && hiddenItems(listed);
    if (hidden !== undefined) context.output.note(hidden);
    else if (shown === 0)
      context.output.note(listed === undefined ? 'No collections found.' : 'The collection is empty.');
    return exitCodes.ok;
  },
});
