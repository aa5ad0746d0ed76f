import { z } from 'zod';
import { DateTime } from './common.ts';

const options = {
  source: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      'An address that begins with `https://` or `http://`, or a path below the folder `harvest.folder` of the server.',
    ),
  target: z
    .string()
    .min(1)
    .max(2_000)
    .describe('The folder: a path such as `/Mathe`, which is created if it is missing, or an ID.'),
  schedule: z.string().min(1).max(200).describe('When it runs: a crontab (5 fields) or Quartz (6 fields) expression.'),
};

const word = z.string().regex(/^[A-Za-z0-9][\w:.-]{0,99}$/, 'must be a word');

const importOptions = (name: z.ZodString) => ({
  kind: name.nullable().describe('The kind of the source; null: recognised by its content.'),
  ifExists: z
    .enum(['skip', 'update', 'rename', 'version', 'fail'])
    .nullable()
    .describe('What happens to items that were imported before; null: the default of the kind.'),
  set: name.nullable().describe('The set of an OAI-PMH source.'),
  prefix: name.nullable().describe('The metadata format of an OAI-PMH source.'),
});

/** The import options of a new harvest, all optional. */
const draftOptions = z.strictObject(importOptions(word)).partial();

/** A harvest as an administrator adds it. */
export const HarvestDraft = z.strictObject({ ...options, ...draftOptions.shape });

const HarvestRun = z.strictObject({
  startedAt: DateTime,
  endedAt: DateTime,
  outcome: z
    .enum(['done', 'partly', 'failed'])
    .describe('`partly`: some items failed. `failed`: the import did not come to its end.'),
  reason: z.string().nullable().describe('Why it failed; null if it came to its end.'),
  counts: z.record(z.string(), z.number()).describe('Numbers by what they count.'),
  problems: z
    .array(z.strictObject({ where: z.string(), why: z.string() }))
    .describe('The first items that failed, or were stored without some values.'),
  log: z.string().describe('The end of what the import reported while it ran.'),
});

export const Harvest = z.strictObject({
  id: z.string(),
  ...options,
  ...importOptions(z.string()),
  addedBy: z.string().describe('The user name of the person with whose rights it runs.'),
  addedAt: DateTime,
  state: z.enum(['idle', 'waiting', 'running']).describe('`waiting`: a run is requested.'),
  nextRun: DateTime.describe('The next time of the schedule.'),
  lastRun: HarvestRun.nullable(),
  mail: z.enum(['pending', 'sent']).nullable().describe('The mail about a failure; null if there is none.'),
});

export const Harvests = z.strictObject({ harvests: z.array(Harvest) });
