import type { z } from 'zod';
import type { ValueEntry, ValueList } from '../../domain/metadata/value-list.ts';
import { byLanguage, captions } from './caption-schema.ts';
import { checkedKeys, id, listOf, name, oneOrMore, text } from './checked-keys.ts';

/** An entry of a value list in edu-repo's own format. */
export const ValueEntryForm = checkedKeys({
  key: name,
  caption: captions.optional(),
  description: captions.optional(),
  parent: name.optional(),
  url: text.optional(),
  icon: text.optional(),
  alternatives: listOf(text).optional(),
  synonyms: byLanguage(oneOrMore(text)).optional(),
}) satisfies z.ZodType<ValueEntry>;

/** A value list without its entries, which are read one by one. */
export const ValueListHead = checkedKeys({
  id,
  name: captions.optional(),
  source: text.optional(),
  property: name.optional(),
}) satisfies z.ZodType<Omit<ValueList, 'entries'>>;
