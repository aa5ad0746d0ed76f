import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { ApiSettings } from '../../api/settings.ts';
import { parseDuration } from '../../base/duration.ts';
import { parseSize } from '../../base/sizes.ts';
import { NodeForm } from '../../contract/objects/node-form.ts';
import { webOriginOf } from '../../domain/identity/app-entry.ts';
import { isAddressOrNetwork } from '../../http/connection/client-address.ts';
import { cronExpression, DataProtectionSettings } from './data-protection.ts';
import { FrontendConfiguration } from './frontend-configuration.ts';
import { host } from './host.ts';
import { MailConfiguration } from './mail-configuration.ts';
import { secretSetting } from './secrets.ts';

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'must be an ISO 8601 duration such as PT1H or P10D');

const size = z
  .union([z.int().positive(), z.string()])
  .refine((value) => typeof value === 'number' || parseSize(value) !== undefined, 'must be a size such as 1MB');

/**
 * The time limit for one file. The minimum is enough to make a thumbnail; the maximum keeps one file from blocking all
 * others.
 */
const workTime = duration.refine((text) => {
  const time = parseDuration(text) ?? 0;
  return time >= 1_000 && time <= 3_600_000;
}, 'must be from PT1S to PT1H');

/** How long to wait for other repositories. */
const waitingTime = duration.refine((text) => {
  const time = parseDuration(text) ?? 0;
  return time >= 100 && time <= 600_000;
}, 'must be from PT0.1S to PT10M');

/** The memory limit of a worker process. The minimum is what it uses before it reads a file. */
const workMemory = size.refine(
  (value) => (typeof value === 'number' ? value : (parseSize(value) ?? 0)) >= 200_000_000,
  'must be 200MB or more',
);

const contextPath = z
  .string()
  .regex(/^(?:\/[A-Za-z0-9._~-]+)*$/, 'must be empty, or begin with / and not end with it, such as /edu-repo');

const publicUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://repo.example.org/edu-sharing',
});

const addressOrNetwork = z.string().refine(isAddressOrNetwork, 'must be an address, or a network such as 10.0.0.0/8');

const webOrigin = z
  .string()
  .refine(
    (text) => webOriginOf(text) !== undefined,
    'must be the origin of a site, such as https://moodle.example.org, without a path and without *',
  );

/** A number of requests in a minute. Null: no limit. */
const perMinute = z.int().min(1).nullable();

/** A time limit of requests. A timer of Node.js takes at most 24 days. */
const requestTime = duration.refine((text) => {
  const time = parseDuration(text) ?? 0;
  return time >= 1_000 && time <= 7 * 86_400_000;
}, 'must be from PT1S to P7D');

/** `Forwarded` (RFC 7239) has another syntax, which is not supported. */
const forwardedHeader = z
  .string()
  .regex(/^(?!forwarded$)[A-Za-z0-9-]+$/i, 'must be the name of a header with addresses, such as X-Forwarded-For')
  .transform((name) => name.toLowerCase());

const folder = z.string().refine(isAbsolute, 'must be the absolute path of a folder, such as /srv/inbox');

const databaseUrl = z
  .string()
  .regex(
    /^postgres(?:ql)?:\/\/[^@:/?]+@[^@/?]*\/[^/?]+(?:\?.*)?$/,
    'must be an address such as postgres://user@host:5432/database, with the password in store.password',
  );

const bucketUrl = z
  .string()
  .regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?$/,
    'must be a bucket such as s3://edu-repo, or s3://edu-repo/school for a part of it',
  );

const attributeName = z.string().min(1).max(200).nullable();

/** All keys of `config.yaml` with their defaults. Unknown keys are errors. */
export const Configuration = z.strictObject({
  server: z
    .strictObject({
      host: host.default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(8080),
      contextPath: contextPath.default('/edu-sharing'),
      publicUrl: publicUrl.nullable().default(null),
      allowedOrigins: z.array(webOrigin).default([]),
      trustedProxies: z.array(addressOrNetwork).default([]),
      forwardedHeader: forwardedHeader.default('x-forwarded-for'),
    })
    .prefault({}),
  repository: z
    .strictObject({
      id: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must have 1 to 64 letters, digits, dots, hyphens or underscores')
        .default('local'),
      title: z.string().default('edu-repo'),
      nodeForm: NodeForm.default('map'),
      dataprotection: DataProtectionSettings.prefault({}),
    })
    .prefault({}),
  security: z
    .strictObject({
      guest: z
        .strictObject({
          enabled: z.boolean().default(false),
          username: z.string().min(1).default('guest'),
          groups: z.array(z.string().min(1)).default([]),
        })
        .prefault({}),
      session: z.strictObject({ idleTimeout: duration.default('PT1H') }).prefault({}),
      ticket: z.strictObject({ idleTimeout: duration.default('PT1H') }).prefault({}),
      appSignature: z
        .strictObject({ tolerance: duration.default('PT10S'), allowSha1: z.boolean().default(true) })
        .prefault({}),
    })
    .prefault({}),
  permissions: z
    .strictObject({ unknownAuthorities: z.enum(['refuse', 'skip', 'create']).default('refuse') })
    .prefault({}),
  people: z
    .strictObject({
      attributes: z
        .strictObject({
          role: attributeName.default('primaryAffiliation'),
          school: attributeName.default(null),
          schoolNumber: attributeName.default(null),
          mediaCenter: attributeName.default(null),
          secondaryId: attributeName.default(null),
        })
        .prefault({}),
    })
    .prefault({}),
  authentication: z
    .strictObject({
      oauth: z
        .strictObject({
          expiresIn: z.int().min(1).max(86_400).default(3_600),
          publicClient: z.boolean().default(true),
          clients: z.record(z.string().min(1).max(100), secretSetting).nullable().default(null),
        })
        .prefault({}),
    })
    .prefault({}),
  frontend: FrontendConfiguration.prefault({}),
  mail: MailConfiguration.prefault({}),
  store: z
    .strictObject({ url: databaseUrl.nullable().default(null), password: secretSetting.nullable().default(null) })
    .prefault({}),
  content: z
    .strictObject({
      url: bucketUrl.nullable().default(null),
      endpoint: webOrigin.nullable().default(null),
      region: z.string().min(1).default('us-east-1'),
      accessKey: z.string().min(1).nullable().default(null),
      secretKey: secretSetting.nullable().default(null),
    })
    .refine(({ accessKey, secretKey }) => (accessKey === null) === (secretKey === null), {
      path: ['secretKey'],
      message: 'must be set together with content.accessKey, or neither of them',
    })
    .prefault({}),
  harvest: z.strictObject({ folder: folder.nullable().default(null) }).prefault({}),
  inbox: z
    .array(
      z.strictObject({
        folder,
        target: z.string().min(1).default('~'),
        owner: z.string().min(1),
        as: z.string().min(1).nullable().default(null),
      }),
    )
    .nullable()
    .default(null),
  backup: z
    .strictObject({
      schedule: cronExpression.nullable().default(null),
      directory: folder.nullable().default(null),
      keepDaily: z.int().min(1).max(1_000).default(7),
      keepWeekly: z.int().min(0).max(1_000).default(4),
    })
    .refine(({ schedule, directory }) => schedule === null || directory !== null, {
      path: ['directory'],
      message: 'must be the absolute path of a folder if backup.schedule is set, such as /backup',
    })
    .prefault({}),
  metrics: z
    .strictObject({ enabled: z.boolean().default(false), token: secretSetting.nullable().default(null) })
    .prefault({}),
  trash: z.strictObject({ retention: duration.nullable().default('P90D') }).prefault({}),
  previews: z.strictObject({ timeLimit: workTime.default('PT20S'), memory: workMemory.default('1GB') }).prefault({}),
  texts: z.strictObject({ timeLimit: workTime.default('PT30S'), memory: workMemory.default('1GB') }).prefault({}),
  metadata: z.strictObject({ fromFiles: z.boolean().default(true) }).prefault({}),
  network: z
    .strictObject({
      timeLimit: waitingTime.default('PT30S'),
      searchTimeLimit: waitingTime.default('PT2S'),
      responseSize: size.default('16MB'),
      responsesInFlight: size.default('32MB'),
      allowPrivate: z.boolean().default(false),
    })
    .prefault({}),
  limits: z
    .strictObject({
      pageSize: z.int().min(1).default(10_000),
      pageBytes: size.default('4MB'),
      answersInFlight: size.default('32MB'),
      propertyValue: size.default('64kB'),
      propertyValues: z.int().min(1).default(1_000),
      nodeProperties: size.default('512kB'),
      folderDepth: z.int().min(10).max(10_000).default(2_000),
      jsonBody: size.default('1MB'),
      jsonDepth: z.int().min(10).max(1_000).default(100),
      upload: size.nullable().default(null),
      requestsPerAddress: perMinute.default(120_000),
      requestsPerPerson: perMinute.default(30_000),
      requestsPerApp: perMinute.default(60_000),
      unlimitedAddresses: z.array(addressOrNetwork).default(['127.0.0.0/8', '::1']),
      readTime: requestTime.default('PT1M'),
      headTime: requestTime.default('PT10S'),
      requestTime: requestTime.default('P1D'),
      silence: requestTime.default('PT2M'),
      connections: z.int().min(1).default(1_000),
      connectionsPerAddress: z.int().min(1).default(250),
    })
    .prefault({}),
});

export type Configuration = z.output<typeof Configuration>;

/** Bytes of a size that the schema has accepted. */
export const bytesOf = (value: string | number): number =>
  typeof value === 'number' ? value : (parseSize(value) ?? Number.POSITIVE_INFINITY);

/** Milliseconds of a duration that the schema has accepted. */
export const millisecondsOf = (text: string): number => parseDuration(text) ?? 0;

/** The limits that everyone may know. Addresses are not among them. */
export const publishedLimitsOf = ({
  limits: { unlimitedAddresses: _, ...published },
}: Configuration): ApiSettings['publishedLimits'] => published;
