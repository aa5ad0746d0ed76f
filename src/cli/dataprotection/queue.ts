import type { Client } from '../../client/client.ts';
import { pages } from '../connection/pages.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { ExportEntry } from './views.ts';

/** The exports of all people, by user name. For administrators. */
export const allExports = (client: Client): AsyncGenerator<ExportEntry> =>
  pages(async (paging) => {
    const { exports, pagination } = await client.listDataExports(paging);
    return { entries: exports, total: pagination.total };
  });

/** The export of a person, who may have been deleted. Throws a failure if there is none. */
export async function entryOf(client: Client, user: string): Promise<ExportEntry> {
  for await (const entry of allExports(client)) if (entry.user === user) return entry;
  throw new Failure(exitCodes.notFound, {
    what: `${user} has no data export.`,
    why: 'None is requested, and none is finished.',
    next: 'To list the exports: edu-repo dataprotection list',
  });
}
