import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { printNodes } from '../node-arguments/print-nodes.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { numbered, numberNotes } from '../search/hit-numbering.ts';
import { hitView } from '../search/hit-view.ts';
import { readCount, readSince } from '../search/search-box.ts';
import { runSearch, type SearchRequest } from '../search/search-request.ts';

interface RecentFlags {
  readonly since?: string;
  readonly limit?: number;
}

interface RecentOptions {
  readonly folder: NodeAddress | undefined;
  /** A date, YYYY-MM-DD. */
  readonly since: string | undefined;
  readonly limit: number;
}

const defaultLimit = 20;

const requestSince = (since: string | undefined): SearchRequest => ({
  query: `TYPE:"ccm:io"${since === undefined ? '' : ` AND cm:modified:[${since} TO *]`}`,
  ...{ words: '', filters: new Map(), set: undefined, facets: [] },
  sort: [{ property: 'cm:modified', ascending: false }],
  ...{ explain: false, highlights: false, everywhere: false },
});

export const recent = defineCommand<RecentFlags, RecentOptions>({
  notes: numberNotes,
  examples: [
    { line: 'edu-repo recent', does: `list the ${defaultLimit} files that were changed last` },
    { line: 'edu-repo recent /Mathe --since 7d', does: 'list those below a folder that were changed within a week' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'a folder; without one, everything that you may read')
      .option(
        '--since <time>',
        'list only files changed since a date, or within a time such as 7d, 2w or 3m',
        readSince,
      )
      .option('--limit <count>', `maximum number of files to list (default: ${defaultLimit})`, readCount),
  readOptions: ([address], { since, limit = defaultLimit }) => ({
    folder: address === undefined ? undefined : parseNodeAddress(address),
    since,
    limit,
  }),
  nodes: ({ folder }) => [folder],
  run: async ({ folder, since, limit }, context) => {
    const { client } = await context.connect();
    const below = folder === undefined ? undefined : (await findNode(client, folder)).ref.id;
    const outcome = await runSearch(client, requestSince(since), { skip: 0, limit }, below);
    await printNodes(
      outcome.nodes,
      await numbered(await hitView(outcome, context), outcome.nodes, 0, context),
      context,
    );
    const { total } = outcome.pagination;
    if (total === 0) context.output.note(`No file was changed${since === undefined ? '' : ` since ${since}`}.`);
    else if (outcome.nodes.length < total)
      context.output.note(`${outcome.nodes.length} of ${counted(total, 'file')}; show more with --limit`);
    return exitCodes.ok;
  },
});
