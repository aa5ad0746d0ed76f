import { anyLanguage, type Captions } from '../../domain/metadata/value-list.ts';
import type { Notes } from '../../domain/metadata-import/notes.ts';
import type { Bundles } from './bundles.ts';
import type { ElementReader } from './xml/element-reader.ts';
import type { ValueSpaces } from './xml/value-spaces.ts';

/** The context for reading the parts of a metadata set. */
export interface ImportContext {
  readonly notes: Notes;
  readonly bundles: Bundles;
  /** The i18n bundle of the set. */
  readonly bundle: string | undefined;
  readonly valueSpaces: ValueSpaces;
  /** The short form of a property name, as `ContentModel.shortName` returns it. */
  readonly shortName: (name: string) => string | undefined;
}

/**
 * The captions for the text under one of these names. If the text is a key of the set's bundle, its captions; otherwise
 * the text itself.
 */
export function captionOf(
  from: ElementReader,
  context: ImportContext,
  ...names: readonly string[]
): Captions | undefined {
  const text = from.text(...names);
  if (text === undefined) return undefined;
  const { bundle, bundles } = context;
  const captions = bundles.captions(bundle, text);
  if (captions !== undefined) return captions;
  if (bundle !== undefined && bundles.has(bundle)) {
    from.report('changed', `a text is not a key of the bundle ${bundle}; it is shown unchanged`);
  }
  return new Map([[anyLanguage, text]]);
}

/**
 * The short name of a property in short or long form. Names that are not properties (criteria such as `ngsearchword`)
 * stay unchanged. Names with an unknown namespace stay unchanged too, and are reported.
 */
export function propertyName(
  name: string,
  from: ElementReader,
  { shortName }: Pick<ImportContext, 'shortName'>,
): string {
  const short = shortName(name);
  if (short !== undefined) return short;
  if (/^\{|:/.test(name))
    from.report('changed', `"${name}": its namespace is not registered in this repository; the name stays unchanged`);
  return name;
}

/** The property under one of these names; undefined, and reported, if there is none. */
export function propertyUnder(
  from: ElementReader,
  context: ImportContext,
  ...names: readonly string[]
): string | undefined {
  const name = from.text(...names);
  if (name !== undefined) return propertyName(name, from, context);
  from.report('left-out', `a <${from.element.name}> that does not name its property`);
  return undefined;
}

/** The ID of an element; undefined, and reported, if it has none. */
export function idUnder(from: ElementReader): string | undefined {
  const id = from.text('id');
  if (id === undefined) from.report('left-out', `a <${from.element.name}> without an id`);
  return id;
}

/** The values without the undefined ones. */
export const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);

/** The list, or undefined if it is empty, which means that nothing is stated. */
export const some = <T>(values: readonly T[]): readonly T[] | undefined => (values.length === 0 ? undefined : values);

/** The parts of a comma-separated text. */
export const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
