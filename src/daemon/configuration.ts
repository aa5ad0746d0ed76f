import { z } from 'zod';
import { parseDuration } from '../base/duration.ts';
import { parseSize } from '../base/sizes.ts';

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'must be an ISO 8601 duration such as PT1H or P10D');

const size = z
  .union([z.int().positive(), z.string()])
  .refine((given) => typeof given === 'number' || parseSize(given) !== undefined, 'must be a size such as 1MB');

const contextPath = z
  .string()
  .regex(/^(?:\/[A-Za-z0-9._~-]+)*$/, 'must be empty, or begin with / and not end with it, such as /edu-repo');

const publicUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://repo.example.org/edu-sharing',
});

/** Every key of `config.yaml`, with its default. Unknown keys are mistakes. */
export const Configuration = z.strictObject({
  server: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(8080),
      contextPath: contextPath.default('/edu-sharing'),
      publicUrl: publicUrl.nullable().default(null),
    })
    .prefault({}),
  repository: z
    .strictObject({
      id: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must have 1 to 64 letters, digits, dots, hyphens or underscores')
        .default('local'),
      title: z.string().default('edu-repo'),
    })
    .prefault({}),
  security: z
    .strictObject({
      guest: z
        .strictObject({ enabled: z.boolean().default(false), username: z.string().min(1).default('guest') })
        .prefault({}),
      session: z.strictObject({ idleTimeout: duration.default('PT1H') }).prefault({}),
    })
    .prefault({}),
  limits: z
    .strictObject({
      pageSize: z.int().min(1).default(10_000),
      jsonBody: size.default('1MB'),
      upload: size.nullable().default(null),
    })
    .prefault({}),
});

export type Configuration = z.output<typeof Configuration>;

/** In bytes; the schema has made sure that it is a size. */
export const bytesOf = (given: string | number): number =>
  typeof given === 'number' ? given : (parseSize(given) ?? Number.POSITIVE_INFINITY);

/** In milliseconds; the schema has made sure that it is a duration. */
export const millisecondsOf = (text: string): number => parseDuration(text) ?? 0;
