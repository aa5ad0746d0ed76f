import { z } from 'zod';
import { anyLanguage } from '../../domain/metadata/value-list.ts';
import { mapOf, text } from './checked-keys.ts';

const isPlain = (given: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof given);

/** A text for all languages, or a text for each language. */
export const captions = z.preprocess((given) => (isPlain(given) ? { [anyLanguage]: given } : given), mapOf(text));
