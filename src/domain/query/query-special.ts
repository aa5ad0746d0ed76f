import { asNodeId, type NodeId } from '../../base/ids.ts';
import { nearestOf } from '../../base/nearest.ts';
import { type ContentModel, descendsFrom } from '../content-model/content-model.ts';
import { wordsOf } from '../text/folding.ts';
import type { Query } from './query.ts';
import type { Fail } from './query-cursor.ts';
import {
  clipped,
  failForUnknownField,
  plainField,
  propertyField,
  type QueryContext,
  type SpecialField,
} from './query-fields.ts';
import { pathQuery } from './query-paths.ts';
import { isAnything, isWild, type ValueLiteral } from './query-terms.ts';

const everything: Query = { kind: 'everything' };
const nothing: Query = { kind: 'nothing' };
const negated = (query: Query): Query => ({ kind: 'not', query });

/** The base of all types, and that of all that has a name: every node is of these. */
const basesOfAll: readonly string[] = ['sys:base', 'cm:cmobject'];

/** What a field in capitals finds by this value. Throws like `fail` where the value means nothing to it. */
export function specialQuery(name: SpecialField, value: ValueLiteral, context: QueryContext, fail: Fail): Query {
  if (value.fuzziness !== undefined) fail(value.position, `~ is not understood behind a value of ${name}`);
  switch (name) {
    case 'TYPE':
      return typeQuery(value, context, fail);
    case 'ASPECT':
      return aspectQuery(value, context, fail);
    case 'ISNOTNULL':
    case 'EXISTS':
      return existsQuery(value, context, fail);
    case 'ISNULL':
    case 'ISUNSET':
      return negated(existsQuery(value, context, fail));
    case 'PATH':
      return pathQuery(value, fail);
    case 'WORDS':
      return mostWords(value.text);
    case 'OWNER':
      return { kind: 'value', field: 'OWNER', value: value.text };
    default:
      return nodeQuery(name, value, context, fail);
  }
}

/** What a person types: all of the words, or else as many as there are. */
function mostWords(text: string): Query {
  const words = text.split(/\s+/u).filter((word) => wordsOf(word).length > 0);
  const of = words.map((word): Query => ({ kind: 'words', field: undefined, text: word, match: 'loose' }));
  return of.length === 0 ? nothing : { kind: 'minimumShouldMatch', of };
}

function typeQuery(value: ValueLiteral, { contentModel: dictionary }: QueryContext, fail: Fail): Query {
  if (isAnything(value)) return everything;
  const type = shortWord(value, dictionary, dictionary.types.keys(), fail);
  if (basesOfAll.includes(type)) return everything;
  const descendants = [...dictionary.types.keys()].filter((name) => descendsFrom(dictionary.types, name, type));
  const types = new Set([type, ...descendants]);
  const of = [...types].map((name): Query => ({ kind: 'value', field: 'TYPE', value: name }));
  return singleOr(of, { kind: 'any', of });
}

function aspectQuery(value: ValueLiteral, { contentModel: dictionary }: QueryContext, fail: Fail): Query {
  if (isAnything(value)) return { kind: 'exists', field: 'ASPECT' };
  return { kind: 'value', field: 'ASPECT', value: shortWord(value, dictionary, dictionary.aspects.keys(), fail) };
}

/** The short form of a type or an aspect. One that nobody has is understood: it finds nothing. */
function shortWord(value: ValueLiteral, dictionary: ContentModel, known: Iterable<string>, fail: Fail): string {
  if (isWild(value)) fail(value.position, 'wildcards are not understood in the name of a type or an aspect');
  const short = dictionary.shortName(value.text);
  if (short !== undefined) return short;
  return fail(
    value.position,
    `the namespace of «${clipped(value.text)}» is not registered here; the nearest known word is ` +
      nearestOf(known, value.text),
  );
}

function existsQuery(value: ValueLiteral, { contentModel: dictionary }: QueryContext, fail: Fail): Query {
  const name = value.text.replace(/^@/, '');
  const field = name.includes(':') ? propertyField(name, dictionary) : plainField(name);
  if (field?.kind === 'property' || field?.kind === 'part') return { kind: 'exists', field: field.name };
  if (field?.kind === 'special') {
    return fail(value.position, `every node has ${field.name}; name a property such as cm:title`);
  }
  return failForUnknownField(fail, value.position, name, dictionary);
}

type NodeField = Extract<SpecialField, 'ID' | 'PARENT' | 'PRIMARYPARENT' | 'ANCESTOR'>;

const storePrefix = /^workspace:\/\/SpacesStore\//;
const placeForm = /^-[a-z_]+-$/;

function nodeQuery(name: NodeField, value: ValueLiteral, { folderAliases: places }: QueryContext, fail: Fail): Query {
  if (isAnything(value) && name === 'ID') return everything;
  const id = nodeMeant(value, places, fail);
  // An id that no node can have is no mistake: clients look for whatever people type among the ids too.
  if (id === undefined) return nothing;
  if (name === 'ANCESTOR') return { kind: 'below', node: id };
  return { kind: 'value', field: name === 'ID' ? 'ID' : 'PARENT', value: id };
}

function nodeMeant({ text, position }: ValueLiteral, places: QueryContext['folderAliases'], fail: Fail): NodeId | undefined {
  const plain = text.trim().replace(storePrefix, '');
  const place = places.get(plain);
  if (place === undefined && placeForm.test(plain)) {
    const known = places.size === 0 ? 'none is known to you' : `known are ${[...places.keys()].join(', ')}`;
    fail(position, `${clipped(plain)} names no folder here; ${known}`);
  }
  return place ?? asNodeId(plain);
}

function singleOr(queries: readonly Query[], combined: Query): Query {
  const [first] = queries;
  return queries.length === 1 && first !== undefined ? first : combined;
}
