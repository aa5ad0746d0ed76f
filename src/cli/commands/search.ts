import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { defineCommand } from '../command.ts';
import { InvalidArgumentError } from '../commander.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageFailure } from '../failure.ts';
import { type RepositoryNode, repository } from '../nodes/node.ts';
import { collect } from '../nodes/properties.ts';
import { nodeColumns, nodeList } from '../nodes/views.ts';
import type { ListView } from '../print/printer.ts';
import { type Column, tableLines } from '../print/table.ts';
import { counted } from '../print/units.ts';
import { queryOfWords } from '../search-words.ts';

interface SearchFlags {
  readonly query?: string;
  readonly limit: number;
  readonly skip: number;
  readonly facet?: readonly string[];
}

interface SearchOptions {
  readonly query: string;
  /** The same as it was typed. */
  readonly said: string;
  readonly limit: number;
  readonly skip: number;
  readonly facets: string[];
}

type Found = Result<Operations['searchNodes']>;
type Facet = Found['facettes'][number];

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

// What was found may lie where no path leads that the caller may see: its id opens it from anywhere.
const foundColumns: readonly Column<RepositoryNode>[] = [
  ...nodeColumns.slice(0, -1),
  { title: 'id', value: ({ ref }) => ref.id },
  ...nodeColumns.slice(-1),
];

/** Asks page by page, as a server may give less at once than was asked for. */
async function searchAll(client: Client, { query, limit, skip, facets }: SearchOptions): Promise<Found> {
  const ask = (maxItems: number, skipCount: number, facettes: string[]) =>
    client.searchNodes({ repository, query, maxItems, skipCount, facettes });
  const first = await ask(limit, skip, facets);
  const nodes = [...first.nodes];
  while (nodes.length > 0 && nodes.length < limit && skip + nodes.length < first.pagination.total) {
    const more = await ask(limit - nodes.length, skip + nodes.length, []);
    if (more.nodes.length === 0) break;
    nodes.push(...more.nodes);
  }
  return { ...first, nodes, pagination: { ...first.pagination, count: nodes.length } };
}

async function printFacets(facets: readonly Facet[], context: Context): Promise<void> {
  const style = await context.style('stdout');
  for (const { property, values } of facets) {
    const columns = [
      { title: property, value: (entry: Facet['values'][number]) => entry.value },
      { title: 'count', alignRight: true, value: (entry: Facet['values'][number]) => String(entry.count) },
    ];
    await context.output.line(`\n${tableLines(values, columns, style).join('\n')}`);
  }
}

function noteCount({ nodes, pagination }: Found, { said, skip }: SearchOptions, context: Context): void {
  if (pagination.total === 0) context.output.note(`Nothing found for ${said}`);
  else if (nodes.length < pagination.total) {
    context.output.note(`${skip + 1} to ${skip + nodes.length} of ${pagination.total}; more by --limit and --skip`);
  } else context.output.note(`${counted(pagination.total, 'node')} found`);
}

/** `search` */
export const search = defineCommand<SearchFlags, SearchOptions>({
  examples: [
    { line: 'edu-repo search bruchrechnung klasse', does: 'nodes in which both words, or words like them, occur' },
    { line: "edu-repo search --query 'cclom:title:Brüche -entwurf'", does: 'in the query language of the interface' },
    { line: 'edu-repo search größe -o id | edu-repo node get -', does: 'more about what was found' },
  ],
  configure: (command) =>
    command
      .argument('[words...]', 'all of them must be found, also by their beginning and with one typo')
      .option('--query <text>', 'the query as the server understands it, instead of words')
      .option('--limit <count>', 'how many to show', readCount, 10)
      .option('--skip <count>', 'how many to leave out first', readCount, 0)
      .option('--facet <property>', 'count the values of a property; repeat it for several', collect),
  readOptions: (words, flags) => {
    const query = flags.query ?? queryOfWords(words);
    const both = flags.query !== undefined && words.length > 0;
    if (query === '' || both) {
      throw usageFailure(
        both ? 'Words and --query exclude each other.' : 'There is nothing to search for.',
        both ? '--query holds the whole query.' : 'At least one word with a letter or digit is needed.',
        'Try: edu-repo search bruchrechnung',
      );
    }
    return {
      query,
      said: flags.query ?? words.join(' '),
      limit: flags.limit,
      skip: flags.skip,
      facets: [...(flags.facet ?? [])],
    };
  },
  run: async (options, context) => {
    const { client } = await context.connect();
    const found = await searchAll(client, options);
    const view: ListView<RepositoryNode> = { ...nodeList({ long: true }), columns: foundColumns, whole: () => found };
    await (await context.printer()).list(found.nodes, view);
    if ((context.globals.output ?? 'table') === 'table') {
      await printFacets(found.facettes ?? [], context);
    }
    noteCount(found, options, context);
    return exitCodes.ok;
  },
});
