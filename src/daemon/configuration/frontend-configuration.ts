import { z } from 'zod';

const key = z.string().min(1).max(200);

const texts = z.record(key, z.string().max(10_000));

const language = z
  .string()
  .regex(/^[a-z]{2,3}(?:[_-][a-z]{2})?$/i, 'must be a language such as de, or a language with a region such as de-AT');

/** The keys `frontend.*`: what web front ends get from `/config/v1`. Everyone can read it. */
export const FrontendConfiguration = z.strictObject({
  values: z.record(key, z.json()).default({}),
  variables: texts.default({}),
  language: z.record(language, texts).default({}),
});
