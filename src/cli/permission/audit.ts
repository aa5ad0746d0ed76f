import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

type Place = Result<Operations['auditAccess']>['places'][number];

/** One line of an audit: who has access at a place. */
interface AuditRow {
  readonly place: string;
  readonly from: 'here' | 'above';
  /** An authority of an entry, the owner, an app, or empty for the note that nothing is inherited. */
  readonly who: string;
  readonly kind: string;
  readonly roles: string;
}

function* rowsOf({ node, above, owner, inherited, permissions, apps }: Place): Generator<AuditRow> {
  const at = { place: node?.path ?? 'a folder above', from: above ? 'above' : 'here' } as const;
  if (!inherited && !above) yield { ...at, who: '', kind: 'STOP', roles: 'inherits nothing from above' };
  if (owner !== null) yield { ...at, who: owner, kind: 'OWNER', roles: 'everything' };
  for (const { authority, permissions: roles } of permissions)
    yield { ...at, who: authority.authorityName, kind: authority.authorityType, roles: roles.join(' ') };
  for (const app of apps) yield { ...at, who: app, kind: 'APP', roles: 'reads what it uses' };
}

async function* rowsBelow(client: Client, node: string): AsyncGenerator<AuditRow> {
  for (let after: string | null | undefined; after !== null; ) {
    const page = await client.auditAccess(after === undefined ? { node } : { node, after });
    for (const place of page.places) yield* rowsOf(place);
    after = page.next;
  }
}

const auditList: ListView<AuditRow> = {
  columns: [
    { title: 'place', value: ({ place }) => place, cutOff: 'start' },
    { title: 'who', value: ({ who }) => who },
    { title: 'kind', value: ({ kind }) => kind },
    { title: 'roles', value: ({ roles }) => roles },
    { title: 'from', value: ({ from }) => from },
  ],
  id: ({ who }) => who,
  whole: (rows) => rows,
};

export const permissionAudit = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    { line: 'edu-repo permission audit /Mathe', does: 'list everyone with access, by place' },
    { line: 'edu-repo permission audit / -o csv', does: 'the whole repository as a table for a spreadsheet' },
  ],
  defaultTimeout: 0,
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  nodes: ({ address }) => [address],
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    await (await context.printer()).list(rowsBelow(client, node), auditList);
    context.output.note('What is not listed has the access of its folder. Administrators may do everything.');
    return exitCodes.ok;
  },
});
