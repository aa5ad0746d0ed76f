import type { Visit } from '../visit/visit.ts';
import { Icon } from './icon.tsx';

/** The position in a list: `skip` of the query, at least 0. */
export function skipOf({ query }: Visit): number {
  const skip = Number(query.get('skip') ?? 0);
  return Number.isSafeInteger(skip) && skip > 0 && skip < 2 ** 31 ? skip : 0;
}

/** The address of this page with other parameters; an empty value removes one. */
export function withQuery({ base, path, query }: Visit, changes: Readonly<Record<string, string>>): string {
  const changed = new URLSearchParams(query);
  changed.delete('notice');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === '' ? `${base}${path}` : `${base}${path}?${text}`;
}

interface PagerProps {
  readonly visit: Visit;
  readonly total: number;
  readonly count: number;
  /** The maximum number of entries of a page. */
  readonly size: number;
}

/** Links to the previous and the next part of a list; nothing if the list has only one part. */
export const Pager = ({ visit, total, count, size }: PagerProps) => {
  const { texts } = visit;
  const skip = skipOf(visit);
  const end = skip + count;
  if (skip === 0 && end >= total) return null;
  const to = (position: number): string => withQuery(visit, { skip: position <= 0 ? '' : String(position) });
  return (
    <nav class="pager" aria-label={texts.of('pager.label')}>
      {skip > 0 ? (
        <a class="button" href={to(skip - size)} rel="prev">
          <Icon visit={visit} name="back" />
          {texts.of('button.back')}
        </a>
      ) : (
        <span />
      )}
      <span class="soft">
        {texts.of('pager.position', {
          from: texts.number(Math.min(skip + 1, total)),
          to: texts.number(end),
          total: texts.number(total),
        })}
      </span>
      {end < total && count > 0 ? (
        <a class="button" href={to(end)} rel="next">
          {texts.of('pager.next')}
          <Icon visit={visit} name="next" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
};
