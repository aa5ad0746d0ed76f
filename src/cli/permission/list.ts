import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

type Shared = Result<Operations['listSharedWithPerson']>['shared'][number];

async function* sharedWith(client: Client, person: string): AsyncGenerator<Shared> {
  for (let after: string | null | undefined; after !== null; ) {
    const page = await client.listSharedWithPerson(after === undefined ? { person } : { person, after });
    yield* page.shared;
    after = page.next;
  }
}

const sharedList: ListView<Shared> = {
  columns: [
    { title: 'path', value: ({ node }) => node.path },
    { title: 'roles', value: ({ permissions }) => permissions.join(' ') },
    { title: 'through', value: ({ authority }) => authority.authorityName },
    { title: 'owner', value: ({ owner }) => owner },
  ],
  id: ({ node }) => node.id,
  whole: (shared) => ({ shared }),
};

export const permissionList = defineCommand<{ readonly person?: string }, { readonly person: string }>({
  examples: [
    { line: 'edu-repo permission list', does: 'list what is shared with you or a group of yours' },
    { line: 'edu-repo permission list --person anna', does: 'the same for another person (administrators only)' },
  ],
  configure: (command) => command.option('--person <person>', 'user name (default: yourself)'),
  readOptions: (_, { person = '-me-' }) => ({ person }),
  run: async ({ person }, context) => {
    const { client } = await context.connect();
    const count = await (await context.printer()).list(sharedWith(client, person), sharedList);
    if (count === 0)
      context.output.note('Nothing is shared by name or group. Own material and what everyone may read do not count.');
    return exitCodes.ok;
  },
});
