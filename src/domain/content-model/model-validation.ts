import { clipped } from '../../base/clipped.ts';
import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { PropertyChanges, ResolvedChanges } from '../nodes/properties.ts';
import { defaultPropertyLimits, type PropertyLimits, sizeProblem } from '../nodes/property-limits.ts';
import type { PropertyBag } from '../nodes/records.ts';
import { isRepositoryLocation, isSystemProperty } from '../nodes/system-properties.ts';
import type { ContentModel } from './content-model.ts';
import { valueProblem } from './value-types.ts';

/** The model-dependent parts of a new node as a caller sends them, with short or long names. */
export interface DraftNames {
  readonly type: string;
  /** Each text is one name, or several separated by commas. */
  readonly aspects: readonly string[];
  readonly properties: PropertyChanges;
}

/** A validated draft with short names. Aspects are unique. */
export interface CheckedDraft extends ResolvedChanges {
  readonly type: string;
  readonly folder: boolean;
  readonly aspects: readonly string[];
}

/** Rules for values besides the content model. */
export interface ValueRules {
  readonly limits: PropertyLimits;
  /** The current properties of the node. A client may send a current value again, whatever its size. */
  readonly before: PropertyBag;
}

const rulesOfNew: ValueRules = { limits: defaultPropertyLimits, before: {} };

/** All mistakes in a request. One error reports them together. */
interface Mistakes {
  /** Names with an unregistered namespace, as they were sent. */
  readonly unregistered: string[];
  readonly sentences: string[];
}

/** Maximum number of mistakes in one message. */
const maxListed = 20;

function listed(items: readonly string[], separator: string): string {
  const more = items.length - maxListed;
  return items.slice(0, maxListed).join(separator) + (more > 0 ? `${separator}and ${more} more` : '');
}

function refusal(contentModel: ContentModel, mistakes: Mistakes): RepositoryError {
  const sentences = [...mistakes.sentences];
  if (mistakes.unregistered.length > 0) {
    const names = listed(
      mistakes.unregistered.map((name) => clipped(name)),
      ', ',
    );
    const known = [...contentModel.namespaces.keys()].join(', ');
    sentences.unshift(
      `These names have a namespace that is not registered: ${names}. Use a registered one (${known}), or ask an administrator to add it.`,
    );
  }
  return badRequest(listed(sentences, ' '));
}

function checkedType(contentModel: ContentModel, name: string, mistakes: Mistakes): string {
  const short = contentModel.shortName(name) ?? name;
  const definition = contentModel.types.get(short);
  if (definition === undefined) {
    const concrete = [...contentModel.types].filter(([, { abstract }]) => !abstract).map(([type]) => type);
    mistakes.sentences.push(
      `"${clipped(name)}" is not a node type. Did you mean ${nearestOf(concrete, short)}? Content usually has the type ccm:io, and a folder ccm:map.`,
    );
  } else if (definition.abstract) {
    mistakes.sentences.push(`The type ${short} is abstract and cannot have nodes. Use ccm:io or ccm:map.`);
  }
  return short;
}

function checkedAspects(contentModel: ContentModel, input: readonly string[], mistakes: Mistakes): string[] {
  const names = input.flatMap((text) => text.split(',')).map((name) => name.trim());
  const short = names.filter((name) => name !== '').map((name) => ({ name, short: contentModel.shortName(name) }));
  mistakes.unregistered.push(...short.filter((aspect) => aspect.short === undefined).map(({ name }) => name));
  return [...new Set(short.map((aspect) => aspect.short ?? aspect.name))];
}

/** The values to store; null to remove the property. Undefined if the repository sets the property itself. */
function storedValues(short: string, values: readonly string[] | null): readonly string[] | null | undefined {
  if (isSystemProperty(short)) return undefined;
  if (values === null || values.length === 0) return null;
  return short === 'cclom:location' && values.every(isRepositoryLocation) ? undefined : values;
}

const sameValues = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.length === b?.length && a.every((value, index) => value === b[index]);

/** The mistakes in the values of a property, as sentences. */
function valueMistakes(
  short: string,
  values: readonly string[],
  contentModel: ContentModel,
  { limits, before }: ValueRules,
): string[] {
  const definition = contentModel.properties.get(short);
  const problem = definition === undefined ? undefined : valueProblem(short, definition, values);
  // `cm:name` has a smaller size limit, which is checked with the other rules for names. Unchanged values are not checked.
  const isUnlimited = short === 'cm:name' || sameValues(values, before[short]);
  const tooLarge = isUnlimited ? undefined : sizeProblem(short, values, limits);
  return [problem, tooLarge].filter((mistake) => mistake !== undefined);
}

function resolvedChanges(
  contentModel: ContentModel,
  changes: PropertyChanges,
  rules: ValueRules,
  mistakes: Mistakes,
): ResolvedChanges {
  const properties = new Map<string, readonly string[] | null>();
  for (const [name, sent] of changes) {
    const short = contentModel.shortName(name);
    if (short === undefined) {
      mistakes.unregistered.push(name);
      continue;
    }
    const values = storedValues(short, sent);
    if (values === undefined) continue;
    if (properties.has(short)) {
      mistakes.sentences.push(
        `The property ${clipped(short)} was sent twice, by its short and its long name. Send it once.`,
      );
    }
    if (values !== null) mistakes.sentences.push(...valueMistakes(short, values, contentModel, rules));
    properties.set(short, values);
  }
  const name = properties.has('cm:name') ? (properties.get('cm:name')?.[0] ?? '') : undefined;
  properties.delete('cm:name');
  return { name, properties };
}

const noMistakes = (): Mistakes => ({ unregistered: [], sentences: [] });

function requireNone(contentModel: ContentModel, mistakes: Mistakes): void {
  if (mistakes.unregistered.length + mistakes.sentences.length > 0) throw refusal(contentModel, mistakes);
}

/**
 * Validates changes against the content model. Throws one `BadRequest` that reports all mistakes: unregistered namespaces,
 * values that do not fit the type of a property, and values beyond the limits. Unknown names in a registered namespace are
 * stored as text.
 */
export function checkedChanges(
  contentModel: ContentModel,
  changes: PropertyChanges,
  rules: ValueRules = rulesOfNew,
): ResolvedChanges {
  const mistakes = noMistakes();
  const resolved = resolvedChanges(contentModel, changes, rules, mistakes);
  requireNone(contentModel, mistakes);
  return resolved;
}

/** Validates a new node in the same way. Its type must be known, since it decides whether the node is a folder. */
export function checkedDraft(
  contentModel: ContentModel,
  draft: DraftNames,
  limits: PropertyLimits = defaultPropertyLimits,
): CheckedDraft {
  const mistakes = noMistakes();
  const type = checkedType(contentModel, draft.type, mistakes);
  const aspects = checkedAspects(contentModel, draft.aspects, mistakes);
  const resolved = resolvedChanges(contentModel, draft.properties, { limits, before: {} }, mistakes);
  requireNone(contentModel, mistakes);
  return { ...resolved, type, folder: contentModel.isFolderType(type), aspects };
}

/** The short names of aspects. Throws `BadRequest` for those without a registered namespace. */
export function checkedAspectNames(contentModel: ContentModel, aspects: readonly string[]): string[] {
  const mistakes = noMistakes();
  const short = checkedAspects(contentModel, aspects, mistakes);
  requireNone(contentModel, mistakes);
  return short;
}

/** What an import leaves out of an item, and why, as a sentence. */
export interface DroppedValues {
  /** The property by the name that was sent. */
  readonly property: string;
  readonly reason: string;
}

/** The longest beginning of the values that together fit the property, without values that do not fit it alone. */
function fittingValues(
  short: string,
  values: readonly string[],
  contentModel: ContentModel,
  limits: PropertyLimits,
): string[] {
  const rules = { limits, before: {} };
  const single = values.filter((value) => valueMistakes(short, [value], contentModel, rules).length === 0);
  const isList = contentModel.properties.get(short)?.list ?? true;
  return single.slice(0, isList ? limits.values : 1);
}

/**
 * An item of an import with only what nodes can have: properties of registered namespaces, with values that fit them. One bad
 * value does not cost the item.
 */
export function fittingProperties(
  contentModel: ContentModel,
  properties: PropertyChanges,
  limits: PropertyLimits,
): { readonly properties: PropertyChanges; readonly dropped: readonly DroppedValues[] } {
  const fitting = new Map<string, readonly string[] | null>();
  const dropped: DroppedValues[] = [];
  for (const [property, values] of properties) {
    const short = contentModel.shortName(property);
    if (short === undefined) {
      dropped.push({ property, reason: `The namespace of ${clipped(property)} is not registered.` });
      continue;
    }
    const mistakes = values === null ? [] : valueMistakes(short, values, contentModel, { limits, before: {} });
    const kept = mistakes.length === 0 ? values : fittingValues(short, values ?? [], contentModel, limits);
    if (mistakes.length > 0) dropped.push({ property, reason: mistakes.join(' ') });
    if (kept === null || mistakes.length === 0 || kept.length > 0) fitting.set(property, kept);
  }
  return { properties: fitting, dropped };
}

/** The short names of aspects and properties that the content model does not define although their namespace is registered. */
export function unknownDraftNames(
  contentModel: ContentModel,
  { aspects, properties }: Pick<DraftNames, 'aspects' | 'properties'>,
): string[] {
  const withValues = [...properties].filter(([, values]) => values !== null && values.length > 0).map(([name]) => name);
  const shortNames = (names: readonly string[]): string[] =>
    names.map((name) => contentModel.shortName(name.trim())).filter((name) => name !== undefined);
  return [
    ...new Set([
      ...shortNames(withValues).filter((name) => !isSystemProperty(name) && !contentModel.properties.has(name)),
      ...shortNames(aspects.flatMap((text) => text.split(','))).filter((name) => !contentModel.aspects.has(name)),
    ]),
  ];
}

/**
 * The short names of properties that are ignored because the repository sets them itself, and the names without a registered
 * namespace, which bulk imports drop. Clients that send a response back send many of the former.
 */
export const ignoredNames = (contentModel: ContentModel, properties: PropertyChanges): string[] => [
  ...new Set(
    [...properties].flatMap(([name, values]) => {
      const short = contentModel.shortName(name);
      if (short === undefined) return [name];
      return storedValues(short, values) === undefined ? [short] : [];
    }),
  ),
];
