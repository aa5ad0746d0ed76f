import { type AlikeBytes, createAlikeBytes } from '../../base/alike-bytes.ts';
import type { Place } from '../../base/place-table.ts';
import type { Query } from '../../domain/query.ts';
import type { Facet, SearchOptions } from '../../ports/search-index.ts';
import type { Hit } from './hit-order.ts';
import type { FoundPage } from './search-segments.ts';
import type { LiveSegment } from './segment.ts';

/** Remembers what was found, for as long as the same would be found: people type the same words again and again. */
export interface KeptPages {
  /**
   * What was kept for the same question of somebody with the same rights in the same segments; undefined: nothing. As soon as one
   * document comes or goes, nothing is; what was found for other rights is never given.
   */
  known(live: readonly LiveSegment[], question: Question): FoundPage | undefined;
  /** Keeps what was found in these segments, where they are still those that are searched. */
  keep(live: readonly LiveSegment[], question: Question, page: FoundPage): void;
}

/** A query, or its name, with all that decides on its page; undefined: its page is not kept. */
export type Question = string | undefined;

/** The numbers that are kept with each page, by their places. */
const field = { hits: 0, total: 1, relaxed: 2 } as const;

const fields = Object.keys(field).length;

/** In bytes: of each hit the number of its segment, and that of its document. */
const hitSize = { at: 2, document: 4 } as const;
const bytesOfHit = hitSize.at + hitSize.document;

/** What takes more room than hundreds of others is not asked for as often. In UTF-16 code units. */
const longestQuestion = 2_000;
const mostHits = 1_000;

/** Up to `mostBytes` of them, in memory that holds no objects; none where it is 0. */
export function createKeptPages(mostBytes: number): KeptPages {
  const pages = mostBytes === 0 ? undefined : createAlikeBytes(mostBytes, fields);
  let of: readonly LiveSegment[] = [];

  return {
    known(live, question) {
      if (live !== of && !isSameList(live, of)) pages?.clear();
      of = live;
      const place = question === undefined ? undefined : pages?.find(question);
      return pages === undefined || place === undefined ? undefined : pageAt(pages, place);
    },
    keep(live, question, page) {
      if (question === undefined || page.hits.length > mostHits || !isSameList(live, of)) return;
      pages?.set(question, written(page), [page.hits.length, page.total, Number(page.relaxed)]);
    },
  };
}

/** Segments, and the bits of what is deleted in them, are never changed in place. */
const isSameList = (live: readonly LiveSegment[], other: readonly LiveSegment[]): boolean =>
  live.length === other.length &&
  live.every(({ segment, deleted }, at) => segment === other[at]?.segment && deleted === other[at].deleted);

/** JSON has one word for all numbers that are none and for those without end. */
const unclear = ':null';

/** Gives each question a text of its own. Rights are told by the object that stands for them. */
export function createQuestions(): (asked: Query | string, options: SearchOptions) => Question {
  const numbers = new WeakMap<object, number>();
  let last = 0;

  const numberOf = (rights: object): number => {
    const known = numbers.get(rights);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(rights, last);
    return last;
  };

  return (asked, { viewer, skip, limit, sort = [], facets, suggest = false, explain = false }) => {
    if (explain) return undefined;
    const counted = facets.map((facet) => [facet.property, String(facet.limit), String(facet.minimum)]);
    const ordered = sort.map(({ property, as, ascending, otherwise }) => [property, as, ascending, otherwise]);
    const about = [numberOf(viewer.rights), viewer.owns, skip, String(limit), suggest, ordered, counted];
    // A name is a text in JSON, and a query is none.
    const text = JSON.stringify([about, asked]);
    return text.length > longestQuestion || text.includes(unclear) ? undefined : text;
  };
}

/** The hits, and behind them what most pages have none of. */
function written({ hits, facets, suggestions }: FoundPage): Buffer {
  const more = facets.size === 0 && suggestions.length === 0 ? '' : textOf({ facets, suggestions });
  const start = hits.length * bytesOfHit;
  const bytes = Buffer.allocUnsafe(start + Buffer.byteLength(more));
  for (const [number, { at, document }] of hits.entries()) {
    bytes.writeUInt16LE(at, number * bytesOfHit);
    bytes.writeUInt32LE(document, number * bytesOfHit + hitSize.at);
  }
  bytes.write(more, start);
  return bytes;
}

function pageAt({ numbers, rest }: AlikeBytes, place: Place): FoundPage {
  const bytes = rest(place, 0);
  const start = (numbers[place + field.hits] ?? 0) * bytesOfHit;
  const hits: Hit[] = [];
  for (let from = 0; from < start; from += bytesOfHit)
    hits.push({ at: bytes.readUInt16LE(from), document: bytes.readUInt32LE(from + hitSize.at) });
  const { facets, suggestions } = start === bytes.length ? nothingMore : moreIn(bytes.toString('utf8', start));
  const [total, relaxed] = [numbers[place + field.total] ?? 0, numbers[place + field.relaxed] === 1];
  return { hits, total, relaxed, facets, suggestions, explanations: [] };
}

type More = Pick<FoundPage, 'facets' | 'suggestions'>;

const nothingMore: More = { facets: new Map(), suggestions: [] };

type Entries<Value> = readonly (readonly [string, Value])[];

const textOf = ({ facets, suggestions }: More): string =>
  JSON.stringify([[...facets], suggestions.map((rewording) => [...rewording])]);

function moreIn(text: string): More {
  // `textOf` wrote it.
  const [facets, suggestions] = JSON.parse(text) as [Entries<Facet>, Entries<string>[]];
  return { facets: new Map(facets), suggestions: suggestions.map((rewording) => new Map(rewording)) };
}
