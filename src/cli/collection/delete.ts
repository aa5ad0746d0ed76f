import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';
import { findCollection, titleOf } from './collections.ts';

function described(found: RepositoryNode): string {
  const { childCollectionsCount = 0, childReferencesCount = 0 } = found.collection ?? {};
  const inside = `${counted(childCollectionsCount, 'collection')} and ${counted(childReferencesCount, 'reference')} in it`;
  return `the collection ${titleOf(found)} (${inside})`;
}

export const collectionDelete = defineCommand<Record<never, never>, { readonly address: CollectionAddress }>({
  examples: [
    {
      line: 'edu-repo collection delete Mathe/Alt',
      does: 'move the collection to the trash after asking; the original files stay in their folders',
    },
    { line: 'edu-repo collection delete Mathe/Alt --yes', does: 'delete without asking' },
  ],
  configure: (command) => command.argument('<collection>', 'ID, or titles such as Mathe/Brüche'),
  readOptions: ([word = '']) => ({ address: parseCollectionAddress(word) }),
  nodes: ({ address }) => [address],
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const found = await findCollection(client, address);
    const { id } = found.ref;
    const what = described(found);
    await requireConfirmation(
      {
        question: `Move ${what} to the trash? The originals stay where they are.`,
        would: `Moving ${what} to the trash needs confirmation.`,
        again: `edu-repo collection delete ${id} --yes`,
      },
      context,
    );
    await client.deleteCollection({ repository, collection: id });
    context.output.note(
      context.globals.dryRun
        ? `Would move ${what} to the trash.`
        : `Moved the collection to the trash. To restore it: edu-repo trash restore ${id}`,
    );
    return exitCodes.ok;
  },
});
