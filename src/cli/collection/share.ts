import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { readAuthority, rolesHere, withRoles } from '../permission/access-list.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type CollectionAddress, parseCollectionAddress } from './address.ts';
import { findCollection, titleOf } from './collections.ts';
import { itemsHiddenFrom, mayRead } from './hidden-items.ts';

interface ShareOptions {
  readonly address: CollectionAddress;
  readonly authorities: readonly string[];
}

const role = 'Consumer';

/** Lets an authority read a node, besides its other roles. */
async function giveReading(client: Client, node: string, authority: string): Promise<void> {
  const before = (await client.getPermissions({ repository, node })).permissions;
  const body = withRoles(before, authority, [...rolesHere(before, authority), role]);
  await client.setPermissions({ repository, node, body });
}

export const collectionShare = defineCommand<Record<never, never>, ShareOptions>({
  examples: [
    { line: 'edu-repo collection share Mathe GROUP_7a', does: 'let a group read the collection and the files in it' },
    { line: 'edu-repo collection share Mathe/Brüche anna EVERYONE', does: 'let several people or groups read them' },
  ],
  configure: (command) =>
    command
      .argument('<collection>', 'ID, or titles such as Mathe/Brüche')
      .argument('<authority...>', 'user names, GROUP_x, or EVERYONE'),
  readOptions: ([word = '', ...authorities]) => ({
    address: parseCollectionAddress(word),
    authorities: authorities.map(readAuthority),
  }),
  nodes: ({ address }) => [address],
  run: async ({ address, authorities }, context) => {
    const { client } = await context.connect();
    const collection = await findCollection(client, address);
    const { id } = collection.ref;
    for (const authority of authorities) {
      const hidden = [];
      for await (const item of itemsHiddenFrom(client, id, authority)) hidden.push(item.originalId ?? item.ref.id);
      const nodes = (await mayRead(client, id, authority)) === true ? hidden : [id, ...hidden];
      const { dryRun } = context.globals;
      for (const node of nodes) await giveReading(client, node, authority);
      const what = `${titleOf(collection)} and ${counted(hidden.length, 'item')} in it with ${authority}`;
      context.output.note(`${dryRun ? 'Would share' : 'Shared'} ${what}.`);
    }
    return exitCodes.ok;
  },
});
