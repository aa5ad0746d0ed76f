import type { Client } from '../../client/client.ts';
import { repository } from '../nodes/node.ts';
import { pages } from '../pages.ts';
import type { User } from './views.ts';

/** The people whom a pattern finds; empty: all. */
export const peopleFound = (client: Client, pattern: string): AsyncGenerator<User> =>
  pages(async (paging) => {
    const { users, pagination } = await client.searchPeople({ repository, pattern, ...paging });
    return { entries: users, total: pagination.total };
  });
