import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { pages } from '../connection/pages.ts';
import { unlessMissing } from '../connection/unless-missing.ts';
import { repository } from '../node-arguments/node.ts';

export type Group = Result<Operations['getGroup']>['group'];

/** A member of a group: a person or a group. */
export type Member = Result<Operations['listMembers']>['authorities'][number];

/** The group of this name, with or without `GROUP_`; undefined if there is none. */
export const groupNamed = async (client: Client, group: string): Promise<Group | undefined> =>
  (await unlessMissing(client.getGroup({ repository, group })))?.group;

/** The groups that match a pattern. An empty pattern matches all. */
export const searchGroups = (client: Client, pattern: string): AsyncGenerator<Group> =>
  pages(async (paging) => {
    const { groups, pagination } = await client.searchGroups({ repository, pattern, ...paging });
    return { entries: groups, total: pagination.total };
  });

/** The groups of which the person is a direct member. */
export const membershipsOf = (client: Client, person: string): AsyncGenerator<Group> =>
  pages(async (paging) => {
    const { groups, pagination } = await client.listMemberships({ repository, person, ...paging });
    return { entries: groups, total: pagination.total };
  });

/** The direct members of a group. */
export const membersOf = (
  client: Client,
  group: string,
  authorityType: 'USER' | 'GROUP' | undefined,
): AsyncGenerator<Member> =>
  pages(async (paging) => {
    const { authorities, pagination } = await client.listMembers({ repository, group, authorityType, ...paging });
    return { entries: authorities, total: pagination.total };
  });
