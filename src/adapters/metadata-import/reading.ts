import { anyLanguage, type Captions } from '../../domain/metadata/value-list.ts';
import type { Notes } from '../../domain/metadata-import/notes.ts';
import type { Bundles } from './bundles.ts';
import type { ElementReader } from './xml/element-reader.ts';
import type { ValueSpaces } from './xml/value-spaces.ts';

/** What the parts of a metadata set are read with. */
export interface Reading {
  readonly notes: Notes;
  readonly bundles: Bundles;
  /** The i18n bundle of the set. */
  readonly bundle: string | undefined;
  readonly valueSpaces: ValueSpaces;
  /** As `Dictionary.shortName`. */
  readonly shortName: (name: string) => string | undefined;
}

/** What stands under a name, as texts by language: a key of the set's bundle, or the text itself. */
export function captionOf(from: ElementReader, reading: Reading, ...names: readonly string[]): Captions | undefined {
  const text = from.text(...names);
  if (text === undefined) return undefined;
  const { bundle, bundles } = reading;
  const found = bundles.captions(bundle, text);
  if (found !== undefined) return found;
  if (bundle !== undefined && bundles.has(bundle)) {
    from.tell('changed', `a text has no key in the bundle ${bundle}; it is shown as it is written`);
  }
  return new Map([[anyLanguage, text]]);
}

/**
 * The short name of a property that is written in short or long form. What is no name of a property (a criterion such as
 * `ngsearchword`) stays as it is; so does a name whose namespace is not registered here, which is told.
 */
export function propertyName(name: string, from: ElementReader, { shortName }: Pick<Reading, 'shortName'>): string {
  const short = shortName(name);
  if (short !== undefined) return short;
  if (/^\{|:/.test(name))
    from.tell('changed', `«${name}»: its namespace is not registered here; the name stays as it is`);
  return name;
}

/** The same, for what is written under this name; undefined, and told, where nothing is. */
export function propertyUnder(from: ElementReader, reading: Reading, ...names: readonly string[]): string | undefined {
  const name = from.text(...names);
  if (name !== undefined) return propertyName(name, from, reading);
  from.tell('left-out', `a <${from.element.name}> that does not say which property it is for`);
  return undefined;
}

/** The id of an element; undefined, and told, where it has none. */
export function idUnder(from: ElementReader): string | undefined {
  const id = from.text('id');
  if (id === undefined) from.tell('left-out', `a <${from.element.name}> without an id`);
  return id;
}

/** The values of those that are there. */
export const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);

/** The list, or undefined where it is empty: nothing is stated then. */
export const some = <T>(values: readonly T[]): readonly T[] | undefined => (values.length === 0 ? undefined : values);

/** The parts of a text that commas part. */
export const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
