import type { Client } from '../../client/client.ts';
import type { Metadata } from '../visit/metadata.ts';
import type { Visit } from '../visit/visit.ts';

type Found = Pick<Awaited<ReturnType<Client['searchBySet']>>, 'facets'>;

/** The words that the visitor has typed. */
export const wordsOf = ({ query }: Visit): string => (query.get('q') ?? '').trim();

/** The chosen values of these fields. */
export const filtersOf = ({ query }: Visit, fields: readonly string[]) =>
  fields.flatMap((property) => {
    const values = query.getAll(property).filter((value) => value !== '');
    return values.length === 0 ? [] : [{ property, values }];
  });

interface FacetsProps {
  readonly visit: Visit;
  readonly found: Found;
  readonly metadata: Metadata;
  readonly fields: readonly string[];
}

interface Choice {
  readonly value: string;
  /** Undefined: no hit has the value. */
  readonly count: number | undefined;
}

/** The values of the hits, and the chosen ones even if no hit has them, so that each can be removed. */
function choicesOf({ found, visit }: FacetsProps, property: string): readonly Choice[] {
  const values: readonly Choice[] = found.facets.find((facet) => facet.property === property)?.values ?? [];
  const missing = visit.query.getAll(property).filter((value) => !values.some((each) => each.value === value));
  return [...missing.map((value) => ({ value, count: undefined })), ...values];
}

const Facet = (props: FacetsProps & { readonly property: string }) => {
  const { visit, metadata, property } = props;
  const choices = choicesOf(props, property);
  if (choices.length === 0) return null;
  const chosen = new Set(visit.query.getAll(property));
  return (
    <fieldset>
      <legend>{metadata.captionOf(property)}</legend>
      {choices.map(({ value, count }) => (
        <label key={value} class="choice">
          <input type="checkbox" name={property} value={value} checked={chosen.has(value)} data-submits="" />
          <span dir="auto">{metadata.valueOf(property, value)}</span>
          {count !== undefined && <span class="count">{visit.texts.number(count)}</span>}
        </label>
      ))}
    </fieldset>
  );
};

/** The filters of a search: the values of its hits with their numbers. */
export const Facets = (props: FacetsProps) => {
  const { visit, fields } = props;
  if (fields.every((property) => choicesOf(props, property).length === 0)) return null;
  const kind = visit.query.get('kind') ?? '';
  return (
    <details class="filters" open>
      <summary>{visit.texts.of('search.filters')}</summary>
      <form method="get" action={`${visit.base}/search`} aria-label={visit.texts.of('search.filters')}>
        <input type="hidden" name="q" value={wordsOf(visit)} />
        {kind !== '' && <input type="hidden" name="kind" value={kind} />}
        {fields.map((property) => (
          <Facet key={property} {...props} property={property} />
        ))}
        <button type="submit" class="without-scripts">
          {visit.texts.of('search.filter')}
        </button>
      </form>
    </details>
  );
};
