import { z } from 'zod';

const Values = z.record(z.string(), z.unknown());

/** Texts by key. */
export const Texts = z.record(z.string(), z.string());

/** The settings for web front ends. `current` and `global` are equal, because this repository has no contexts. */
export const FrontendValues = z.strictObject({ current: Values, global: Values });

export const FrontendVariables = z.strictObject({ current: Texts, global: Texts });

export const FrontendLanguage = z.strictObject({
  current: Texts,
  global: Texts,
  currentLanguage: z.string().describe('The language of the header `locale`, such as `de`; German without it.'),
});
