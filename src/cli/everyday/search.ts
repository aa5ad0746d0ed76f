import { InvalidArgumentError } from 'commander';
import { clientInLanguage } from '../mds/in-language.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { printNodes } from '../node-arguments/print-nodes.ts';
import { collect } from '../node-arguments/properties.ts';
import { readSort, sortFieldList } from '../node-arguments/sort-fields.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { unshield } from '../program/special-arguments.ts';
import { everywhereView } from '../search/everywhere-view.ts';
import { withKeysOfValues } from '../search/filter-values.ts';
import { numbered, numberNotes } from '../search/hit-numbering.ts';
import { asTable, hitView, isTableOnTerminal } from '../search/hit-view.ts';
import { shownInQuery } from '../search/mistake-in-query.ts';
import { requireKnownFacets, withNearestCaption, withPropertyNames } from '../search/property-names.ts';
import { printExplanations, printFacets, reportSearch } from '../search/report.ts';
import { type BoxFlags, boxText, fileKinds, readCount, readSince } from '../search/search-box.ts';
import {
  defaultMetadataSet,
  maxHitsEverywhere,
  runSearch,
  type SearchOutcome,
  type SearchRequest,
  type SetQuery,
  type Slice,
} from '../search/search-request.ts';
import { facetCaptions } from '../search/value-captions.ts';

interface SearchFlags extends BoxFlags {
  readonly query?: string;
  readonly mds?: SetQuery;
  readonly filter?: readonly string[];
  readonly facet?: readonly string[];
  readonly sort?: SearchRequest['sort'];
  readonly in?: string;
  readonly limit?: number;
  readonly skip?: number;
  readonly all?: boolean;
  readonly explain?: boolean;
  readonly everywhere?: boolean;
}

interface SearchOptions {
  readonly request: SearchRequest;
  readonly slice: Slice;
  readonly folder: NodeAddress | undefined;
  /** What a message says about the search. */
  readonly sought: string;
}

const defaultLimit = 10;

function readSet(text: string): SetQuery {
  const [id = '', query = defaultMetadataSet.query, ...others] = text.split('/');
  if (id === '' || query === '' || others.length > 0) {
    throw new InvalidArgumentError('Write the ID of a metadata set, or SET/QUERY, such as default/collections.');
  }
  return { id, query };
}

function readSorts(argument: string, before: SearchRequest['sort'] = []): SearchRequest['sort'] {
  const text = unshield(argument);
  const startsWithMinus = text.startsWith('-');
  const property = readSort(startsWithMinus ? text.slice(1) : text, ['score']);
  // The default order by score is descending, with the best hit first.
  return [...before, { property, ascending: property === 'score' ? startsWithMinus : !startsWithMinus }];
}

function readFilters(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const filters = new Map<string, readonly string[]>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1 || equals === pair.length - 1) {
      throw usageFailure(
        `"${pair}" is not a filter.`,
        'Write a filter as PROPERTY=VALUE, with a property or criterion and its whole value.',
        "For example: --filter 'ccm:commonlicense_key=CC_BY'",
      );
    }
    const name = pair.slice(0, equals);
    filters.set(name, [...(filters.get(name) ?? []), pair.slice(equals + 1)]);
  }
  return filters;
}

/** What a message says about the search, such as ` for bruch with the filter Fach=Biologie`. */
function textOfSearch(words: string, filters: readonly string[]): string {
  const filtered =
    filters.length === 0 ? '' : ` with the ${filters.length === 1 ? 'filter' : 'filters'} ${filters.join(', ')}`;
  return `${words === '' ? '' : ` for ${words}`}${filtered}`;
}

const nothingToDo = (why: string): Error =>
  usageFailure('There is nothing to search for.', why, 'For example: edu-repo search bruchrechnung');

/** Throws a usage failure for contradictory flags, or if there is nothing to search for. */
function requireValidFlags(words: readonly string[], flags: SearchFlags): void {
  const { query, mds, filter = [], in: folder, all, limit, skip } = flags;
  const others = mds !== undefined || filter.length > 0 || boxText([], flags) !== '';
  if (query !== undefined && words.length > 0) {
    throw usageFailure(
      'Words and --query cannot be combined.',
      'Write all words into --query, and quote it if it contains spaces.',
      `For example: edu-repo search --query 'cclom:title:Brüche AND ccm:commonlicense_key:CC_BY'`,
    );
  }
  if (all === true && (limit !== undefined || skip !== undefined)) {
    throw usageFailure(
      '--all cannot be combined with --limit or --skip.',
      '--all shows all hits.',
      'Use either --all, or --limit and --skip',
    );
  }
  if (query?.trim() === '') throw nothingToDo('--query is empty. To find all nodes, write *:*');
  if (query !== undefined && boxText([], flags) !== '') {
    throw usageFailure(
      '--type, --author, --licence and --since cannot be combined with --query.',
      'They limit a search by words.',
      "Write the condition into the query, such as 'cclom:format:application/pdf' (edu-repo help query)",
    );
  }
  if (words.length > 0 && !/[\p{L}\p{N}*]/u.test(words.join(''))) {
    throw nothingToDo('At least one word with a letter or digit is required.');
  }
  if (query === undefined && words.length === 0 && !others && folder === undefined) {
    throw nothingToDo('At least one word with a letter or digit, or --filter, --in or --mds is required.');
  }
}

function requireOnePlace({ everywhere, in: folder }: SearchFlags): void {
  if (everywhere !== true || folder === undefined) return;
  throw usageFailure(
    '--everywhere and --in cannot be combined.',
    'A folder is in one repository, and --everywhere searches in all of them.',
    'Omit one of the two',
  );
}

/** Whether the output can highlight matched words. */
async function showsMarks(context: Context): Promise<boolean> {
  const style = await context.style('stdout');
  return asTable(context) && style.match('x') !== 'x';
}

/** If the filters match nothing as written, searches again for the values that they are other spellings of. */
async function outcomeOf(
  request: SearchRequest,
  context: Context,
  searchFor: (request: SearchRequest) => Promise<SearchOutcome>,
): Promise<SearchOutcome> {
  const outcome = await searchFor(request);
  if (outcome.pagination.total > 0 || request.filters.size === 0) return outcome;
  const withKeys = await withKeysOfValues(request, context);
  const other = withKeys.notes.length === 0 ? outcome : await searchFor(withKeys.request);
  if (other.pagination.total === 0) return outcome;
  for (const note of withKeys.notes) context.output.note(note);
  return other;
}

export const search = defineCommand<SearchFlags, SearchOptions>({
  notes: numberNotes,
  examples: [
    {
      line: 'edu-repo search bruchrechnung klasse --all -o id | edu-repo node get -',
      does: 'show the metadata of all nodes that contain one of the words or a similar one',
    },
    {
      line: "edu-repo search was ist ein bruch --type pdf --since 1y --facet ccm:taxonid --in '/Mathe'",
      does: 'find PDF files below a folder that were changed within a year, and count them by subject',
    },
    {
      line: "edu-repo search --query 'cclom:title:Brüche -entwurf' --sort -modified",
      does: 'search in the query language (edu-repo help query), newest first',
    },
  ],
  configure: (command) =>
    command
      .argument(
        '[words...]',
        'words to find, also in words that begin with them or differ by a typing error; as in the web view, ohne WORD leaves out, and typ:pdf, lizenz:cc-by, autor:NAME and seit:2026-09 filter',
      )
      .option('--query <text>', 'query in the query language of the server, instead of words')
      .option('--mds <set>', 'metadata set that defines the search, or SET/QUERY for another query of the set', readSet)
      .option('--filter <property=value>', 'find only nodes with this value or caption; repeatable', collect)
      .option('--type <kind>', `find only files of this kind: ${fileKinds}`)
      .option('--author <name>', 'find only nodes by this author, with all words of the name')
      .option('--licence <key>', 'find only nodes with this licence, such as cc-by')
      .option(
        '--since <time>',
        'find only nodes changed since a date, or within a time such as 7d, 2w or 3m',
        readSince,
      )
      .option('--in <address>', 'find only nodes below this folder, at any depth')
      .option('--facet <property>', 'count the values of a property; repeatable', collect)
      .option(
        '--sort <property>',
        `sort key, with a leading - to reverse the order: score, ${sortFieldList}, or a property; repeatable`,
        readSorts,
      )
      .option('--limit <count>', `maximum number of hits to show (default: ${defaultLimit})`, readCount)
      .option('--skip <count>', 'number of hits to skip', readCount)
      .option('--all', 'show all hits')
      .option('--everywhere', 'also search in all connected repositories, which must respond within a time limit')
      .option('--explain', 'show what each word contributes to the score'),
  readOptions: (words, flags) => {
    requireValidFlags(words, flags);
    requireOnePlace(flags);
    const all = flags.everywhere === true ? maxHitsEverywhere : undefined;
    const limit = flags.all === true ? all : (flags.limit ?? defaultLimit);
    return {
      request: {
        query: flags.query,
        words: boxText(words, flags),
        filters: readFilters(flags.filter ?? []),
        set: flags.mds,
        facets: flags.facet ?? [],
        sort: flags.sort ?? [],
        explain: flags.explain === true,
        highlights: false,
        everywhere: flags.everywhere === true,
      },
      slice: { skip: flags.skip ?? 0, limit },
      folder: flags.in === undefined ? undefined : parseNodeAddress(flags.in),
      sought: textOfSearch(flags.query ?? boxText(words, flags), flags.filter ?? []),
    };
  },
  nodes: ({ folder }) => [folder],
  run: async ({ request, slice, folder, sought }, context) => {
    const { client } = await context.connect();
    const below = folder === undefined ? undefined : (await findNode(client, folder)).ref.id;
    const inLanguage = await clientInLanguage(context, undefined);
    const named = await withPropertyNames(context, request);
    const explained = {
      ...named,
      explain: request.explain || (await showsMarks(context)),
      highlights: !request.everywhere && isTableOnTerminal(context),
    };
    const outcome = await outcomeOf(explained, context, (each) => runSearch(client, each, slice, below)).catch(
      async (error: unknown) => {
        throw shownInQuery(await withNearestCaption(error, request, context), request.query ?? '');
      },
    );
    await requireKnownFacets(outcome, named, context);
    const view = request.everywhere ? everywhereView(outcome) : await hitView(outcome, context);
    await printNodes(outcome.nodes, await numbered(view, outcome.nodes, slice.skip, context), context);
    if (asTable(context)) {
      const captioned = await facetCaptions(inLanguage, (request.set ?? defaultMetadataSet).id, outcome);
      await printFacets(outcome, captioned, context);
      if (request.explain) await printExplanations(outcome, slice, context);
    }
    // The hits of several repositories have no order in common.
    const isBestFirst = request.sort.length === 0 && !request.everywhere;
    reportSearch(outcome, { sought, isBestFirst }, slice, context);
    return exitCodes.ok;
  },
});
