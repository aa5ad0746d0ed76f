import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Empty } from '../parts/entries.tsx';
import { Facets, filtersOf, wordsOf } from '../parts/facets.tsx';
import { Hits } from '../parts/hits.tsx';
import { Layout } from '../parts/layout.tsx';
import { Pager, skipOf, withQuery } from '../parts/pager.tsx';
import { page, part } from '../visit/answers.ts';
import { type Metadata, metadataSet } from '../visit/metadata.ts';
import { home, listFilter } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

const pageSize = 20;

const facetLimit = 8;

/** What is searched for, by the value of `kind`, and how it is called. */
const kinds = {
  files: ['FILES', 'suggest.kind.file'],
  folders: ['FOLDERS', 'search.folders'],
  collections: ['COLLECTIONS', 'nav.collections'],
} as const;

type Kind = keyof typeof kinds;

const kindNames = Object.keys(kinds) as Kind[];

const kindOf = ({ query }: Visit): Kind => kindNames.find((each) => each === query.get('kind')) ?? 'files';

type Found = Awaited<ReturnType<Client['searchBySet']>>;

interface ResultsProps {
  readonly visit: Visit;
  readonly found: Found;
  readonly metadata: Metadata;
}

/** The fields of the filters: those that the set shows beside its search. */
export const filterFields = (metadata: Metadata): readonly string[] =>
  metadata.groups('ngsearch').flatMap(({ fields }) => fields);

function search(visit: Visit, metadata: Metadata): Promise<Found> {
  const words = wordsOf(visit);
  const fields = filterFields(metadata);
  return visit.call.searchBySet({
    ...{ ...home, metadataset: '-default-', query: 'ngsearch', contentType: kinds[kindOf(visit)][0] },
    ...{ highlights: true, maxItems: pageSize, skipCount: skipOf(visit), ...listFilter },
    body: {
      criteria: [...(words === '' ? [] : [{ property: 'ngsearchword', values: [words] }]), ...filtersOf(visit, fields)],
      facets: [...fields],
      facetLimit,
      returnSuggestions: true,
    },
  });
}

/** Says how many hits there are, and from where on they have only some of the words. */
const Summary = ({ visit, found }: Omit<ResultsProps, 'metadata'>) => {
  const { texts } = visit;
  const { total } = found.pagination;
  const isPartly = found.totalWithAllWords > 0 && found.totalWithAllWords < total;
  return (
    <p class="soft" role="status">
      {texts.count('search.found', total)}
      {isPartly && ` ${texts.count('search.with-all', found.totalWithAllWords)}`}
      {found.relaxed && ` ${texts.of('search.relaxed')}`}
    </p>
  );
};

const Suggestion = ({ visit, found }: Omit<ResultsProps, 'metadata'>) => {
  const suggestion = found.suggests[0]?.text;
  if (suggestion === undefined) return null;
  return (
    <p>
      {visit.texts.of('search.suggestion')}{' '}
      <a href={withQuery(visit, { q: suggestion, skip: '' })} dir="auto">
        {suggestion}
      </a>
    </p>
  );
};

const Kinds = ({ visit }: { readonly visit: Visit }) => (
  <nav class="tabs" aria-label={visit.texts.of('search.kinds')}>
    {kindNames.map((kind) => (
      <a
        key={kind}
        href={withQuery(visit, { kind: kind === 'files' ? '' : kind, skip: '' })}
        aria-current={kind === kindOf(visit) ? 'true' : undefined}
      >
        {visit.texts.of(kinds[kind][1])}
      </a>
    ))}
  </nav>
);

const Results = ({ visit, found, metadata }: ResultsProps) => {
  const { total } = found.pagination;
  return (
    <div id="results" class="results">
      <div class="hits">
        <Kinds visit={visit} />
        <Summary visit={visit} found={found} />
        <Suggestion visit={visit} found={found} />
        {total === 0 ? (
          <Empty visit={visit} icon="search" title={visit.texts.of('search.nothing')}>
            {visit.texts.of('search.nothing.text')}
          </Empty>
        ) : (
          <Hits visit={visit} found={found} withAllWords={found.totalWithAllWords - skipOf(visit)} />
        )}
        <Pager visit={visit} total={total} count={found.nodes.length} size={pageSize} />
      </div>
      <Facets visit={visit} found={found} metadata={metadata} fields={filterFields(metadata)} />
    </div>
  );
};

/** Finds material by words and filters. While a person types, only the results are asked for. */
export async function showSearch(visit: Visit): Promise<PageAnswer> {
  const metadata = await metadataSet(visit);
  const found = await search(visit, metadata);
  const results = <Results visit={visit} found={found} metadata={metadata} />;
  if (visit.isPartial) return part(results);
  const words = wordsOf(visit);
  const title = words === '' ? visit.texts.of('search.title') : visit.texts.of('search.title-of', { words });
  return page(
    visit,
    <Layout visit={visit} title={title} sought={words} findsWhileTyping>
      <h1 class="hidden">{title}</h1>
      {results}
    </Layout>,
  );
}
