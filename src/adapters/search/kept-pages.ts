import { createLatelyUsed } from '../../base/lately-used.ts';
import type { Query } from '../../domain/query.ts';
import type { SearchOptions } from '../../ports/search-index.ts';
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

/** A page in few bytes. */
interface Kept {
  /** Three UTF-16 code units for each hit: the number of its segment, and the halves of that of its document. */
  readonly hits: string;
  readonly total: number;
  readonly relaxed: boolean;
  /** Most pages have none of these. */
  readonly more: Pick<FoundPage, 'facets' | 'suggestions'> | undefined;
}

/** In bytes, as measured: an entry and its texts beside their letters, and each value of a facet and each suggestion. */
const weights = { entry: 200, value: 120 } as const;

/** What takes more room than hundreds of others is not asked for as often. In UTF-16 code units. */
const longestQuestion = 2_000;
const mostHits = 1_000;

export function createKeptPages(mostBytes: number): KeptPages {
  const pages = createLatelyUsed<Kept>(mostBytes);
  let of: readonly LiveSegment[] = [];

  return {
    known(live, question) {
      if (live !== of && !isSameList(live, of)) pages.clear();
      of = live;
      const kept = question === undefined ? undefined : pages.get(question);
      return kept === undefined ? undefined : pageOf(kept);
    },
    keep(live, question, page) {
      if (question === undefined || page.hits.length > mostHits || !isSameList(live, of)) return;
      const kept = keptOf(page);
      pages.set(question, kept, weightOf(question, kept));
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

function keptOf({ hits, total, relaxed, facets, suggestions }: FoundPage): Kept {
  const codes = hits.flatMap(({ at, document }) => [at, document >>> 16, document & 0xffff]);
  const more = facets.size === 0 && suggestions.length === 0 ? undefined : { facets, suggestions };
  // At once: a text that is put together piece by piece is kept in pieces, ten times as large.
  return { hits: String.fromCharCode(...codes), total, relaxed, more };
}

const nothingMore: NonNullable<Kept['more']> = { facets: new Map(), suggestions: [] };

function pageOf({ hits, total, relaxed, more }: Kept): FoundPage {
  const unpacked: Hit[] = [];
  for (let from = 0; from < hits.length; from += 3) {
    const document = hits.charCodeAt(from + 1) * 0x1_00_00 + hits.charCodeAt(from + 2);
    unpacked.push({ at: hits.charCodeAt(from), document });
  }
  const { facets, suggestions } = more ?? nothingMore;
  return { hits: unpacked, total, relaxed, facets, suggestions, explanations: [] };
}

function weightOf(question: string, { hits, more }: Kept): number {
  let values = more?.suggestions.length ?? 0;
  for (const facet of more?.facets.values() ?? []) values += facet.values.length;
  return weights.entry + question.length + 2 * hits.length + weights.value * values;
}
