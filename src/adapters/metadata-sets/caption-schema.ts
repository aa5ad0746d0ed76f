import { z } from 'zod';
import { languageTag } from '../../domain/metadata/language-tag.ts';
import { anyLanguage } from '../../domain/metadata/value-list.ts';
import { mapOf, text } from './checked-keys.ts';

const isPlain = (input: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof input);

/** Such values by language, whose tags are in the spelling of `languageTag`. */
export const byLanguage = <T extends z.ZodType>(entry: T) =>
  mapOf(entry).transform((map) => new Map([...map].map(([language, value]) => [languageTag(language), value])));

/** One text for all languages, or one text per language. */
export const captions = z.preprocess((input) => (isPlain(input) ? { [anyLanguage]: input } : input), byLanguage(text));
