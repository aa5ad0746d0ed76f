import type { NodeId } from '../../src/base/ids.ts';
import type { PathStep, Query } from '../../src/domain/query/query.ts';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import { fits, hasRow, hasWords, isMadeBy } from './compare-words.ts';
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
 * What is found, and how much of it has all words that were typed. It works with sets of all that is seen, and shares nothing with
 * the program but the rule of what a loose word is.
 */
export function findsOf(
  { query, wanted }: KnownQuery,
  world: World,
): { readonly finds: Finds; readonly complete: number } {
  const reading = { world, wanted, foldersCount: true };
  const finds = evaluate(query, reading);
  const typed = typedIn(query);
  if (typed === undefined) return { finds, complete: finds.size };
  const parts = typed.of.map((one) => [evaluate(one, reading), belowFinds(one, reading)]);
  const hasAll = (id: NodeId): boolean => parts.every((places) => places.some((place) => place.has(id)));
  return { finds, complete: [...finds.keys()].filter(hasAll).length };
}

/** The several parts that were typed: the first in the query that are not excluded, and not one condition of an alternative. */
function typedIn(query: Query, isAlternative = false): Extract<Query, { readonly kind: 'bestMatch' }> | undefined {
  if (query.kind === 'bestMatch') return query.of.length < 2 ? undefined : query;
  if (query.kind === 'boosted' || query.kind === 'preferring') return typedIn(query.query, isAlternative);
  if (query.kind !== 'any' && (query.kind !== 'all' || isAlternative)) return undefined;
  for (const one of query.of) {
    const typed = typedIn(one, query.kind === 'any');
    if (typed !== undefined) return typed;
  }
  return undefined;
}

interface Reading {
  readonly world: World;
  readonly wanted: KnownQuery['wanted'];
  /** Whether a part of a best match also counts for what lies below something that it finds. */
  readonly foldersCount?: boolean;
  /** Whether texts are left out. */
  readonly metadataOnly?: boolean;
}

/** What a query finds. */
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
    case 'bestMatch':
      return bestOf(
        of(query.of),
        query.of.map((one) => belowFinds(one, reading)),
        query.of.map((one) => (hasText(one) ? undefined : 1)),
        seen,
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

/** What lies below something that a part finds by itself, without its text; seven eighths of the best score. */
function belowFinds(part: Query, { world, wanted, foldersCount = false }: Reading): Finds {
  const best = new Map<NodeId, number>();
  if (!foldersCount || excludes(part)) return best;
  const found = evaluate(part, { world, wanted, metadataOnly: true });
  for (const [folder, score] of [...found].sort(([, one], [, other]) => one - other))
    for (const { id } of below([folder], world.documents)) best.set(id, rounded((score * 7) / 8));
  return best;
}

/** To the nearest 4096th, as scores are. */
const rounded = (score: number): number => Math.round(score * 4096) / 4096;

const hasText = (query: Query): boolean => leavesOf(query).some(({ kind }) => kind === 'words' || kind === 'phrase');

function excludes(query: Query): boolean {
  switch (query.kind) {
    case 'not':
      return true;
    case 'all':
    case 'any':
    case 'bestMatch':
      return query.of.some(excludes);
    case 'boosted':
      return excludes(query.query);
    case 'preferring':
      return [query.query, ...query.preferred].some(excludes);
    default:
      return false;
  }
}

/**
 * What one part finds itself, or what lies below its finds. The better of both counts for each part, and the sum times the share
 * of the parts. Where words have a say, shares are not known: what is frequent is the index's own affair.
 */
function bestOf(
  finds: readonly Finds[],
  belowFolders: readonly Finds[],
  weights: readonly (number | undefined)[],
  seen: readonly KnownDocument[],
): Finds {
  const all = sumOf(weights.map((weight) => weight ?? 1));
  return new Map(
    seen.flatMap(({ id }) => {
      const scores = finds.map((one, at) => best(one.get(id), belowFolders[at]?.get(id)));
      if (scores.every((score) => score === undefined)) return [];
      const share = sumOf(weights.map((weight, at) => (scores[at] === undefined ? 0 : (weight ?? 1)))) / all;
      return [[id, rounded(sumOf(scores.map((score) => score ?? 0)) * share)]];
    }),
  );
}

const best = (own: number | undefined, above: number | undefined): number | undefined =>
  own === undefined || above === undefined ? (own ?? above) : Math.max(own, above);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

type Inner = 'everything' | 'nothing' | 'all' | 'any' | 'bestMatch' | 'not' | 'boosted' | 'preferring';
export type Leaf = Exclude<Query, { readonly kind: Inner }>;

/** The leaves of a query, in its order. */
export function leavesOf(query: Query): readonly Leaf[] {
  switch (query.kind) {
    case 'everything':
    case 'nothing':
      return [];
    case 'all':
    case 'any':
    case 'bestMatch':
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
function leaf(query: Leaf, { world, wanted, metadataOnly = false }: Reading): readonly KnownDocument[] {
  const { documents, seen } = world;
  const searched = metadataOnly ? { ...world, withoutText: new Set(seen.map(({ id }) => id)) } : world;
  const having = (field: string | undefined, fits: (texts: readonly KnownText[]) => boolean) =>
    seen.filter((one) => fits(textsIn(one, field, searched)));
  switch (query.kind) {
    case 'words':
      return having(query.field, (texts) => hasWords(texts, wanted.get(query.text) ?? [], query.match, query.synonyms));
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
