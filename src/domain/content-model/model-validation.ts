import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { PropertyChanges, ResolvedChanges } from '../nodes/properties.ts';
import { defaultPropertyLimits, type PropertyLimits, sizeProblem } from '../nodes/property-limits.ts';
import type { PropertyBag } from '../nodes/records.ts';
import { isRepositoryLocation, isSystemProperty } from '../nodes/system-properties.ts';
import type { ContentModel } from './content-model.ts';
import { valueProblem } from './value-types.ts';

/** What a caller says of a new node, in short or long names. */
export interface DraftNames {
  readonly type: string;
  /** One name each, or several with commas between them. */
  readonly aspects: readonly string[];
  readonly properties: PropertyChanges;
}

/** The same in short names, each aspect once. */
export interface CheckedDraft extends ResolvedChanges {
  readonly type: string;
  readonly folder: boolean;
  readonly aspects: readonly string[];
}

/** What decides on values besides the dictionary. */
export interface ValueRules {
  readonly limits: PropertyLimits;
  /** The properties that the node has: what it has already it may be sent again, whatever its size. */
  readonly before: PropertyBag;
}

const rulesOfNew: ValueRules = { limits: defaultPropertyLimits, before: {} };

/** What is wrong with the words of a request. It is all told in one error. */
interface Mistakes {
  /** Names whose namespace nobody registered, as they were sent. */
  readonly foreign: string[];
  /** Sentences. */
  readonly others: string[];
}

const longestName = 100;
const mostTold = 20;

const clipped = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…`.toWellFormed() : name;

function told(items: readonly string[], separator: string): string {
  const more = items.length - mostTold;
  return items.slice(0, mostTold).join(separator) + (more > 0 ? `${separator}and ${more} more` : '');
}

function refusal(dictionary: ContentModel, { foreign, others }: Mistakes): RepositoryError {
  const sentences = [...others];
  if (foreign.length > 0) {
    const names = told(foreign.map(clipped), ', ');
    const known = [...dictionary.namespaces.keys()].join(', ');
    sentences.unshift(
      `The namespace is not registered here of: ${names}. Registered are ${known}; an administrator can add others.`,
    );
  }
  return badRequest(told(sentences, ' '));
}

function checkedType(dictionary: ContentModel, given: string, mistakes: Mistakes): string {
  const short = dictionary.shortName(given) ?? given;
  const word = dictionary.types.get(short);
  if (word === undefined) {
    const makeable = [...dictionary.types].filter(([, { abstract }]) => !abstract).map(([name]) => name);
    mistakes.others.push(
      `«${clipped(given)}» is no type of a node. The nearest known one is ${nearestOf(makeable, short)}; usual are ccm:io for content and ccm:map for a folder.`,
    );
  } else if (word.abstract) {
    mistakes.others.push(`No node can be made of the type ${short}: it is there for others. Take ccm:io or ccm:map.`);
  }
  return short;
}

function checkedAspects(dictionary: ContentModel, given: readonly string[], mistakes: Mistakes): string[] {
  const names = given.flatMap((text) => text.split(',')).map((name) => name.trim());
  const short = names.filter((name) => name !== '').map((name) => ({ name, short: dictionary.shortName(name) }));
  mistakes.foreign.push(...short.filter((aspect) => aspect.short === undefined).map(({ name }) => name));
  return [...new Set(short.map((aspect) => aspect.short ?? aspect.name))];
}

/** The values as they are kept; null where none are. Undefined where the repository itself has to say them. */
function keptValues(short: string, values: readonly string[] | null): readonly string[] | null | undefined {
  if (isSystemProperty(short)) return undefined;
  if (values === null || values.length === 0) return null;
  return short === 'cclom:location' && values.every(isRepositoryLocation) ? undefined : values;
}

const sameValues = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.length === b?.length && a.every((value, at) => value === b[at]);

/** What is wrong with the values of a property, in sentences. */
function valueMistakes(
  short: string,
  values: readonly string[],
  dictionary: ContentModel,
  { limits, before }: ValueRules,
): string[] {
  const word = dictionary.properties.get(short);
  const problem = word === undefined ? undefined : valueProblem(short, word, values);
  // A name has a shorter limit, which is checked with everything else about names.
  const isFree = short === 'cm:name' || sameValues(values, before[short]);
  const tooLarge = isFree ? undefined : sizeProblem(short, values, limits);
  return [problem, tooLarge].filter((mistake) => mistake !== undefined);
}

function readyFrom(
  dictionary: ContentModel,
  changes: PropertyChanges,
  rules: ValueRules,
  mistakes: Mistakes,
): ResolvedChanges {
  const properties = new Map<string, readonly string[] | null>();
  for (const [given, sent] of changes) {
    const short = dictionary.shortName(given);
    if (short === undefined) {
      mistakes.foreign.push(given);
      continue;
    }
    const values = keptValues(short, sent);
    if (values === undefined) continue;
    if (properties.has(short)) mistakes.others.push(`The property ${clipped(short)} was sent twice: short and long.`);
    if (values !== null) mistakes.others.push(...valueMistakes(short, values, dictionary, rules));
    properties.set(short, values);
  }
  const name = properties.has('cm:name') ? (properties.get('cm:name')?.[0] ?? '') : undefined;
  properties.delete('cm:name');
  return { name, properties };
}

const noMistakes = (): Mistakes => ({ foreign: [], others: [] });

function requireNone(dictionary: ContentModel, mistakes: Mistakes): void {
  if (mistakes.foreign.length + mistakes.others.length > 0) throw refusal(dictionary, mistakes);
}

/**
 * Reads changes by the dictionary. Throws one `BadRequest` that names everything wrong: namespaces that nobody
 * registered, values that a known property cannot have, and values beyond the limits. Unknown words of a registered namespace are kept as text.
 */
export function checkedChanges(
  dictionary: ContentModel,
  changes: PropertyChanges,
  rules: ValueRules = rulesOfNew,
): ResolvedChanges {
  const mistakes = noMistakes();
  const ready = readyFrom(dictionary, changes, rules, mistakes);
  requireNone(dictionary, mistakes);
  return ready;
}

/** Reads what is said of a new node in the same way. The type must be known: it decides what the node is. */
export function checkedDraft(
  dictionary: ContentModel,
  draft: DraftNames,
  limits: PropertyLimits = defaultPropertyLimits,
): CheckedDraft {
  const mistakes = noMistakes();
  const type = checkedType(dictionary, draft.type, mistakes);
  const aspects = checkedAspects(dictionary, draft.aspects, mistakes);
  const ready = readyFrom(dictionary, draft.properties, { limits, before: {} }, mistakes);
  requireNone(dictionary, mistakes);
  return { ...ready, type, folder: dictionary.isFolderType(type), aspects };
}

/** The words among these that the dictionary does not know though it registers their namespace, in short form. */
export function unknownDraftNames(
  dictionary: ContentModel,
  { aspects, properties }: Pick<DraftNames, 'aspects' | 'properties'>,
): string[] {
  const kept = [...properties].filter(([, values]) => values !== null && values.length > 0).map(([name]) => name);
  const shortNames = (names: readonly string[]): string[] =>
    names.map((name) => dictionary.shortName(name.trim())).filter((name) => name !== undefined);
  return [
    ...new Set([
      ...shortNames(kept).filter((name) => !isSystemProperty(name) && !dictionary.properties.has(name)),
      ...shortNames(aspects.flatMap((text) => text.split(','))).filter((name) => !dictionary.aspects.has(name)),
    ]),
  ];
}

/**
 * The properties among these that were left aside because the repository itself says them, in short form. Clients that send
 * back what they were given send many.
 */
export const ignoredNames = (dictionary: ContentModel, properties: PropertyChanges): string[] => [
  ...new Set(
    [...properties].flatMap(([given, values]) => {
      const short = dictionary.shortName(given);
      return short !== undefined && keptValues(short, values) === undefined ? [short] : [];
    }),
  ),
];
