import { z } from 'zod';
import { Harvest, HarvestDraft, Harvests } from '../objects/harvests.ts';
import { operation } from '../operation.ts';

const path = '/edu-repo/v1/harvests';
const group = 'admin';

const params = z.object({ harvest: z.string().max(100).describe('The ID of a harvest.') });

export const listHarvests = operation({
  method: 'GET',
  path,
  summary: 'List the imports that the server repeats',
  description: 'Specific to edu-repo. With the report of the last run of each.',
  group,
  access: 'admin',
  result: Harvests,
});

export const addHarvest = operation({
  method: 'POST',
  path,
  summary: 'Let the server repeat an import',
  description:
    'Specific to edu-repo. It runs at the times of the schedule, in a separate process and with the rights of the person who adds it. If a run ends worse than the one before, this person gets a mail. Returns 400 for a source that the server may not read.',
  group,
  access: 'admin',
  dryRun: true,
  body: { kind: 'json', name: 'harvest', schema: HarvestDraft },
  result: Harvest,
  errors: [409],
});

export const getHarvest = operation({
  method: 'GET',
  path: `${path}/{harvest}`,
  summary: 'Get a harvest with the report of its last run',
  description: 'Specific to edu-repo.',
  group,
  access: 'admin',
  params,
  result: Harvest,
});

export const removeHarvest = operation({
  method: 'DELETE',
  path: `${path}/{harvest}`,
  summary: 'Remove a harvest',
  description: 'Specific to edu-repo. Ends its run, if there is one. What it has imported stays.',
  group,
  access: 'admin',
  dryRun: true,
  params,
  result: 'empty',
});

export const runHarvest = operation({
  method: 'POST',
  path: `${path}/{harvest}/run`,
  summary: 'Run a harvest now',
  description:
    'Specific to edu-repo. Returns at once: the run is over when `state` is `idle` again. Returns 409 if the harvest is already running.',
  group,
  access: 'admin',
  dryRun: true,
  params,
  result: Harvest,
  errors: [409],
});
