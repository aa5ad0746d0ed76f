import type { Client } from '../../client/client.ts';
import { pages } from '../connection/pages.ts';
import { unlessMissing } from '../connection/unless-missing.ts';
import { repository } from '../node-arguments/node.ts';
import type { User } from './views.ts';

/** The people who match a pattern. An empty pattern matches all. */
export const searchPeople = (client: Client, pattern: string): AsyncGenerator<User> =>
  pages(async (paging) => {
    const { users, pagination } = await client.searchPeople({ repository, pattern, ...paging });
    return { entries: users, total: pagination.total };
  });

/** The person with this user name; undefined if there is none. */
export const personNamed = async (client: Client, person: string): Promise<User | undefined> =>
  (await unlessMissing(client.getPerson({ repository, person })))?.person;
