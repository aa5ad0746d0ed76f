import type { Client } from '../../client/client.ts';
import { pages } from '../connection/pages.ts';
import { repository } from '../node-arguments/node.ts';
import type { User } from './views.ts';

/** The people who match a pattern. An empty pattern matches all. */
export const searchPeople = (client: Client, pattern: string): AsyncGenerator<User> =>
  pages(async (paging) => {
    const { users, pagination } = await client.searchPeople({ repository, pattern, ...paging });
    return { entries: users, total: pagination.total };
  });
