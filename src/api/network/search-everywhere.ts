import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { type Outcome, within } from '../../base/scheduling/within.ts';
import type { Call } from '../../contract/call.ts';
import { type Operations, operations } from '../../contract/index.ts';
import type { Input } from '../../contract/operation.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import { parseInput } from '../request/parse-input.ts';
import type { RequestContext } from '../request-context.ts';
import { noteEarlyEnd, writtenPage } from '../response/page-stream.ts';
import type { ApiSettings } from '../settings.ts';
import { adoptReferences, errorBodyOf } from './adopted-answer.ts';
import type { RepositoryGateway, SentFor } from './gateway.ts';
import { FoundElsewhere, type MergedResults, mergeResults } from './merged-results.ts';
import { callElsewhere } from './pass-on.ts';

/** The name of all repositories together, in the path of a search. */
export const everywhere = '-all-';

/** The header with the IDs of the repositories without a result. */
const missingHeader = 'x-edu-missing-repositories';

/** Each repository sends all hits up to the end of the page, so a page far behind would be expensive everywhere. */
const maxDepth = 1_000;

const defaultFacetLimit = 100;

export interface EverywhereParts {
  readonly gateway: RepositoryGateway;
  readonly settings: Pick<ApiSettings, 'repository' | 'pageSize'>;
  readonly repositories: readonly ConnectedRepositoryRecord[];
  readonly sentFor: SentFor;
  /** Runs the search in this repository and resolves to its result as JSON. */
  readonly atHome: (call: Call) => Promise<unknown>;
  /** How long to wait for results, in milliseconds. */
  readonly time: number;
}

interface Missing {
  readonly id: string;
  readonly reason: string;
}

interface Page {
  readonly skip: number;
  readonly limit: number;
  /** The maximum number of values per facet. */
  readonly facetLimit: number;
}

type SearchInput = Input<Operations['searchBySet']>;

function pageOf(call: Call, { pageSize }: EverywhereParts['settings']): Page {
  // `parseInput` returns the input of the operation that it is called with, but its type does not state that.
  const { query, body } = parseInput(operations.searchBySet, call) as unknown as SearchInput;
  if (query.below !== undefined && query.below !== '') {
    throw badRequest('below names a folder of one repository. Omit it in a search in all repositories.');
  }
  const [skip, limit] = [query.skipCount, Math.min(query.maxItems, pageSize)];
  if (skip + limit <= maxDepth) return { skip, limit, facetLimit: body?.facetLimit ?? defaultFacetLimit };
  throw badRequest(
    `A search in all repositories returns at most the first ${maxDepth} hits. Use a more specific query, or search in one repository.`,
  );
}

const failure = (message: string): RepositoryError => new RepositoryError('BadGateway', message);

async function searchIn(repository: ConnectedRepositoryRecord, call: Call, parts: EverywhereParts) {
  const answer = await parts.gateway.send(repository, callElsewhere(call, parts.settings), parts.sentFor);
  const { status, body } = answer;
  if (status !== 200 || body.kind !== 'json') {
    const error = errorBodyOf(answer, operations.searchBySet, repository.id) as { readonly message: string };
    throw failure(error.message);
  }
  adoptReferences(body.value, repository.id);
  const found = FoundElsewhere.safeParse(body.value);
  if (!found.success) throw failure('Its response is not a search result.');
  return found.data;
}

function reasonOf(outcome: Exclude<Outcome<unknown>, { readonly result: unknown }>, time: number): string {
  if (outcome === 'too late') return `It did not respond within ${time} milliseconds.`;
  // The caller must not see internal details of an unexpected failure.
  return outcome.error instanceof RepositoryError ? outcome.error.message : 'The search failed.';
}

/** Asks this repository and all connected ones at the same time. Rejects if this repository rejects the search. */
async function askAll(call: Call, parts: EverywhereParts) {
  const { repositories, settings, time, atHome } = parts;
  const signal = AbortSignal.timeout(time);
  const sources = [
    { id: settings.repository.id, work: atHome(call).then((value) => FoundElsewhere.parse(value)) },
    ...repositories.map((repository) => ({
      id: repository.id,
      work: searchIn(repository, { ...call, signal }, parts),
    })),
  ];
  const outcomes = await Promise.all(sources.map(({ work }) => within(work, time)));
  const home = outcomes[0];
  if (typeof home === 'object' && 'error' in home) throw home.error;
  const results: FoundElsewhere[] = [];
  const missing: Missing[] = [];
  for (const [at, { id }] of sources.entries()) {
    const outcome = outcomes[at] ?? 'too late';
    if (typeof outcome === 'object' && 'result' in outcome) results.push(outcome.result);
    else missing.push({ id, reason: reasonOf(outcome, time) });
  }
  return { results, missing };
}

async function write(
  { hits, ...merged }: MergedResults,
  missing: readonly Missing[],
  { skip, limit }: Page,
  context: Pick<RequestContext, 'reservation' | 'setHeader'>,
): Promise<WrittenJson> {
  const shown = hits.slice(skip, skip + limit);
  const nodes = await writtenPage(shown, context, ({ node }) => JSON.stringify(node));
  noteEarlyEnd(context, { skip, taken: nodes.taken, requested: shown.length });
  const taken = shown.slice(0, nodes.taken);
  const explanations = taken.flatMap(({ explanation }) => explanation ?? []);
  const highlights = taken.flatMap(({ highlight }) => highlight ?? []);
  const rest = JSON.stringify({
    pagination: { total: merged.total, from: skip, count: nodes.count },
    facettes: merged.facets,
    facets: merged.facets,
    ignored: merged.ignored,
    suggests: merged.suggests,
    ...(explanations.length === 0 ? {} : { explanations }),
    ...(highlights.length === 0 ? {} : { highlights }),
    missing,
    relaxed: merged.relaxed,
    totalWithAllWords: merged.totalWithAllWords,
  });
  return new WrittenJson('{"nodes":[', ...nodes.chunks, `],${rest.slice(1)}`);
}

/**
 * Searches in this repository and all connected ones. Responds after the time limit at the latest, with what is there
 * by then, and names the others in a header. Rejects with `Unavailable` if no repository has a result.
 */
export async function searchEverywhere(
  call: Call,
  parts: EverywhereParts,
  context: Pick<RequestContext, 'reservation' | 'setHeader'>,
): Promise<WrittenJson> {
  const page = pageOf(call, parts.settings);
  const query = { ...call.query, maxItems: String(page.skip + page.limit), skipCount: '0' };
  const { nodeForm = parts.settings.repository.nodeForm } = call.query;
  const { results, missing } = await askAll({ ...call, query: { ...query, nodeForm } }, parts);
  if (missing.length > 0) context.setHeader(missingHeader, missing.map(({ id }) => id).join(', '));
  if (results.length === 0) {
    throw new RepositoryError('Unavailable', `No repository responded within ${parts.time} milliseconds. Try again.`);
  }
  return write(mergeResults(results, page.facetLimit), missing, page, context);
}
