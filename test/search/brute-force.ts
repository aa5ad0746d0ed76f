import type { NodeId } from '../../src/base/ids.ts';
import type { PathStep, Query } from '../../src/domain/query/query.ts';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import { fits, hasRow, hasWords, isAmong, isMadeBy } from './compare-words.ts';
import type { KnownQuery } from './generated-query.ts';
import { type KnownDocument, type Onlooker, parts } from './generated-world.ts';
import { type KnownText, knownDates, knownNumbers } from './vocabulary.ts';

/** What a query finds: the score of each find, where words have no say in it. */
export type Finds = ReadonlyMap<NodeId, number>;

/** All documents there are, and what one person sees of them. */
export interface World {
  readonly documents: readonly KnownDocument[];
  readonly seen: readonly KnownDocument[];
  /** Of these the text is not seen. */
  readonly withoutText: ReadonlySet<NodeId>;
}

/** The world in the eyes of somebody. */
export function worldOf(documents: readonly KnownDocument[], { owns, sights }: Onlooker): World {
  const sightOf = ({ anchor, owner }: KnownDocument): number => {
    const sight = sights[anchor] ?? aclRootVisibility.absent;
    return owner === owns && sight !== aclRootVisibility.absent ? aclRootVisibility.all : sight;
  };
  return {
    documents,
    seen: documents.filter((one) => sightOf(one) >= aclRootVisibility.metadata),
    withoutText: new Set(documents.filter((one) => sightOf(one) === aclRootVisibility.metadata).map(({ id }) => id)),
  };
}

/**
 * What is found, and whether `most` had to be content with less. It works with sets of all that is seen, from the outside in,
 * and shares nothing with the program but the rule of what a loose word is.
 */
export function findsOf(
  { query, wanted }: KnownQuery,
  world: World,
): { readonly finds: Finds; readonly relaxed: boolean } {
  for (let slack = 0; slack < 5; slack += 1) {
    const reading = { world, wanted, slack, foldersCount: true };
    const finds = evaluate(query, { ...reading, several: false });
    if (finds.size > 0) return { finds: slack === 0 ? finds : withRare(query, reading), relaxed: slack > 0 };
  }
  return { finds: new Map(), relaxed: false };
}

/** What a relaxed query finds, if what is rare is enough for each `most`. */
const withRare = (query: Query, reading: Pick<Reading, 'world' | 'wanted' | 'slack' | 'foldersCount'>): Finds =>
  evaluate(query, { ...reading, several: false, rareIsEnough: true });

interface Reading {
  readonly world: World;
  readonly wanted: KnownQuery['wanted'];
  readonly slack: number;
  /** Whether this is one of several parts of which some may be missing. */
  readonly several: boolean;
  /** Whether a part of a `most` is enough that is much rarer than the others. */
  readonly rareIsEnough?: boolean;
  /** Whether a part of a `most` also counts for what lies below something that it finds. */
  readonly foldersCount?: boolean;
  /** Whether texts are left out. */
  readonly metadataOnly?: boolean;
}

/** What a query finds with this much slack. */
export function evaluate(query: Query, reading: Reading): Finds {
  const { seen } = reading.world;
  const of = (queries: readonly Query[]): Finds[] => queries.map((one) => evaluate(one, reading));
  switch (query.kind) {
    case 'everything':
      return scored(seen, 0);
    case 'nothing':
      return new Map();
    case 'all':
      return atLeast(query.of.length, of(query.of), seen);
    case 'any':
      return atLeast(1, of(query.of), seen);
    case 'minimumShouldMatch':
      return most(
        Math.max(1, query.of.length - reading.slack),
        query.of.map((one) => evaluate(one, { ...reading, several: reading.several || query.of.length > 1 })),
        query.of.map((one) => belowFinds(one, reading)),
        reading,
      );
    case 'not': {
      const excluded = evaluate(query.query, reading);
      return scored(
        seen.filter(({ id }) => !excluded.has(id)),
        0,
      );
    }
    case 'boosted':
      return times(evaluate(query.query, reading), query.factor);
    case 'preferring': {
      const [found = new Map<NodeId, number>(), ...preferred] = of([query.query, ...query.preferred]);
      return new Map(
        [...found].map(([id, score]) => [id, preferred.reduce((sum, one) => sum + (one.get(id) ?? 0), score)]),
      );
    }
    default:
      return scored(
        leaf(query, reading).filter((one) => seen.includes(one)),
        1,
      );
  }
}

const times = (finds: Finds, factor: number): Finds => new Map([...finds].map(([id, score]) => [id, score * factor]));

const scored = (documents: readonly KnownDocument[], score: number): Finds =>
  new Map(documents.map(({ id }) => [id, score]));

function atLeast(wanted: number, finds: readonly Finds[], seen: readonly KnownDocument[]): Finds {
  const counted = seen.map(({ id }) => [id, finds.flatMap((one) => one.get(id) ?? [])] as const);
  return new Map(
    counted
      .filter(([, scores]) => scores.length >= wanted)
      .map(([id, scores]) => [id, scores.reduce((sum, score) => sum + score, 0)]),
  );
}

/** What lies below something that a part of a `most` finds by itself, without its text; seven eighths of the best score. */
function belowFinds(part: Query, { world, wanted, foldersCount = false }: Reading): Finds {
  const best = new Map<NodeId, number>();
  if (!foldersCount || excludes(part)) return best;
  const found = evaluate(part, { world, wanted, slack: 0, several: true, metadataOnly: true });
  for (const [folder, score] of [...found].sort(([, one], [, other]) => one - other))
    for (const { id } of below([folder], world.documents)) best.set(id, (score * 7) / 8);
  return best;
}

function excludes(query: Query): boolean {
  switch (query.kind) {
    case 'not':
      return true;
    case 'all':
    case 'any':
    case 'minimumShouldMatch':
      return query.of.some(excludes);
    case 'boosted':
      return excludes(query.query);
    case 'preferring':
      return [query.query, ...query.preferred].some(excludes);
    default:
      return false;
  }
}

/** Rare is what has no more than three times as many finds as the rarest, and a quarter of the most frequent at most. */
function most(
  wanted: number,
  finds: readonly Finds[],
  belowFolders: readonly Finds[],
  { world: { seen }, rareIsEnough = false }: Reading,
): Finds {
  const above = finds.length > 1 ? belowFolders : [];
  const counts = ({ id }: KnownDocument): number =>
    finds.filter((one, at) => one.has(id) || above[at]?.has(id) === true).length;
  const withFolders = (found: readonly (readonly [NodeId, number])[]): Finds =>
    new Map(found.map(([id, score]) => [id, above.reduce((sum, one) => sum + (one.get(id) ?? 0), score)]));
  const enough = atLeast(
    1,
    finds,
    seen.filter((one) => counts(one) >= wanted),
  );
  if (!rareIsEnough || wanted < 2 || wanted === finds.length) return withFolders([...enough]);
  const sizes = finds.map(({ size }) => size).filter((size) => size > 0);
  const isRare = ({ size }: Finds): boolean =>
    size > 0 && size <= 3 * Math.min(...sizes) && 4 * size <= Math.max(...sizes);
  const rare = finds.filter(isRare);
  // What is rare counts as much as all parts together.
  const weighted = finds.map((one) => (isRare(one) ? times(one, finds.length) : one));
  const scores = [...atLeast(1, weighted, seen)].filter(([id]) => enough.has(id) || rare.some((one) => one.has(id)));
  return withFolders(scores);
}

type Inner = 'everything' | 'nothing' | 'all' | 'any' | 'minimumShouldMatch' | 'not' | 'boosted' | 'preferring';
export type Leaf = Exclude<Query, { readonly kind: Inner }>;

/** The leaves of a query, in its order. */
export function leavesOf(query: Query): readonly Leaf[] {
  switch (query.kind) {
    case 'everything':
    case 'nothing':
      return [];
    case 'all':
    case 'any':
    case 'minimumShouldMatch':
      return query.of.flatMap(leavesOf);
    case 'not':
    case 'boosted':
      return leavesOf(query.query);
    case 'preferring':
      return [query.query, ...query.preferred].flatMap(leavesOf);
    default:
      return [query];
  }
}

/** The documents that a leaf finds; whether all of them are seen is another question. */
function leaf(query: Leaf, { world, wanted, several, metadataOnly = false }: Reading): readonly KnownDocument[] {
  const { documents, seen } = world;
  const searched = metadataOnly ? { ...world, withoutText: new Set(seen.map(({ id }) => id)) } : world;
  const having = (field: string | undefined, fits: (texts: readonly KnownText[]) => boolean) =>
    seen.filter((one) => fits(textsIn(one, field, searched)));
  const isKnown = (word: string): boolean =>
    several &&
    seen.some((one) =>
      isAmong(
        word,
        textsIn(one, undefined, world).flatMap(({ words }) => words),
      ),
    );
  switch (query.kind) {
    case 'words':
      return having(query.field, (texts) => hasWords(texts, wanted.get(query.text) ?? [], query.match, isKnown));
    case 'phrase':
      return having(query.field, (texts) => texts.some(({ words }) => hasRow(words, query.words)));
    case 'wildcard':
      return having(query.field, (texts) => texts.some(({ words }) => words.some((word) => fits(query.pattern, word))));
    case 'fuzzy':
      return having(query.field, (texts) =>
        texts.some(({ words }) => words.some((word) => isMadeBy(query.edits, query.word, word))),
      );
    case 'exists':
      return having(query.field, (texts) =>
        texts.some(({ text, words }) =>
          query.field.includes(':') || query.field === 'ASPECT' ? text !== '' : words.length > 0,
        ),
      );
    case 'value':
      return documents.filter((one) => valuesIn(one, query.field).includes(query.value));
    case 'range':
      return having(query.field, (texts) => texts.some((text) => isWithin(rangeValue(text, query.as), query)));
    case 'below':
      return below([query.node], documents);
    case 'path':
      return ends(query.steps, world);
  }
}

function textsIn(document: KnownDocument, field: string | undefined, { withoutText }: World): readonly KnownText[] {
  const told = parts.filter((part) => part !== 'text' || !withoutText.has(document.id));
  if (field === undefined) return told.map((part) => document.parts[part]);
  const part = parts.find((one) => one === field);
  if (part !== undefined) return told.includes(part) ? [document.parts[part]] : [];
  return document.values[field] ?? [];
}

function valuesIn(document: KnownDocument, field: string): readonly string[] {
  if (field === 'ID') return [document.id];
  if (field === 'PARENT') return document.parent === null ? [] : [document.parent];
  return (document.values[field] ?? []).map(({ text }) => text);
}

/** What a value counts as in a range or an order; undefined: as nothing. */
export function rangeValue({ text, folded }: KnownText, as: 'text' | 'number' | 'date'): string | number | undefined {
  if (as === 'text') return folded === '' ? undefined : folded;
  const known = as === 'number' ? knownNumbers : knownDates;
  return known.find(([written]) => written === text)?.[1];
}

function isWithin(value: string | number | undefined, range: Extract<Leaf, { readonly kind: 'range' }>): boolean {
  const { from, to, includeFrom, includeTo } = range;
  if (value === undefined) return false;
  if (from !== undefined && (value < from || (value === from && !includeFrom))) return false;
  return !(to !== undefined && (value > to || (value === to && !includeTo)));
}

const childrenOf = (nodes: readonly string[], documents: readonly KnownDocument[]): KnownDocument[] =>
  documents.filter(({ parent }) => parent !== null && nodes.includes(parent));

function below(nodes: readonly string[], documents: readonly KnownDocument[]): KnownDocument[] {
  const children = childrenOf(nodes, documents);
  if (children.length === 0) return [];
  return [
    ...children,
    ...below(
      children.map(({ id }) => id),
      documents,
    ),
  ];
}

/** Goes the steps from the top. */
function ends(steps: readonly PathStep[], { documents, seen }: World): readonly KnownDocument[] {
  let here: readonly KnownDocument[] | undefined;
  for (const { deep, name } of steps) {
    const tops = deep ? documents : documents.filter(({ parent }) => parent === null);
    const ids = (here ?? []).map(({ id }) => id);
    const next = here === undefined ? tops : deep ? below(ids, documents) : childrenOf(ids, documents);
    here = [...new Set(next)].filter(
      (one) => name === undefined || (one.parts.name.text === name && seen.includes(one)),
    );
  }
  return here ?? [];
}
