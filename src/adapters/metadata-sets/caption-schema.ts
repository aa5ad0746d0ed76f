import { z } from 'zod';
import { anyLanguage } from '../../domain/metadata/value-list.ts';
import { mapOf, text } from './checked-keys.ts';

const isPlain = (input: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof input);

/** One text for all languages, or one text per language. */
export const captions = z.preprocess((input) => (isPlain(input) ? { [anyLanguage]: input } : input), mapOf(text));
