import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { pages } from '../connection/pages.ts';
import { repository } from '../node-arguments/node.ts';
import type { ListView, RecordView } from '../print/view.ts';

/** A group with the folder that its members share. */
export type Organization = Result<Operations['putOrganization']>;

/** The organizations that match a pattern. An empty pattern matches all that the caller may see. */
export const searchOrganizations = (client: Client, pattern: string): AsyncGenerator<Organization> =>
  pages(async (paging) => {
    const { organizations, pagination } = await client.listOrganizations({ repository, pattern, ...paging });
    return { entries: organizations, total: pagination.total };
  });

export const organizationRecord: RecordView<Organization> = {
  id: ({ authorityName }) => authorityName,
  fields: ({ groupName, profile, sharedFolder }) => [
    ['group', groupName],
    ['title', profile.displayName],
    ['shared folder', sharedFolder.id],
  ],
};

export const organizationList: ListView<Organization> = {
  columns: [
    { title: 'group', value: ({ groupName }) => groupName },
    { title: 'title', value: ({ profile }) => profile.displayName },
    { title: 'shared folder', value: ({ sharedFolder }) => sharedFolder.id },
  ],
  id: ({ authorityName }) => authorityName,
  whole: (organizations) => ({
    organizations,
    pagination: { total: organizations.length, from: 0, count: organizations.length },
  }),
};
