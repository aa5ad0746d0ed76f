import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type Field, timeColumn, timeField } from '../print/table.ts';
import type { ListView, RecordView } from '../print/view.ts';

export type Harvest = Result<Operations['getHarvest']>;

/** For lists and records: the result of the last run, or that one is in progress. */
function resultOf({ state, lastRun }: Harvest): string {
  if (state !== 'idle') return state;
  if (lastRun === null) return 'not run yet';
  return { done: 'done', partly: 'some items failed', failed: 'failed' }[lastRun.outcome];
}

const optionsOf = ({ kind, ifExists, set, prefix }: Harvest): string =>
  Object.entries({ kind, 'if-exists': ifExists, set, prefix })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ');

const countsOf = ({ lastRun }: Harvest): string =>
  Object.entries(lastRun?.counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name === 'alreadyThere' ? 'already there' : name.replace('.', ' ')}`)
    .join(', ');

const fieldsOf = (harvest: Harvest): Field[] => [
  ['id', harvest.id],
  ['source', harvest.source],
  ['target', harvest.target],
  ['options', optionsOf(harvest)],
  ['schedule', harvest.schedule],
  timeField('next run', harvest.nextRun),
  ['added by', harvest.addedBy],
  ['state', resultOf(harvest)],
  timeField('last run', harvest.lastRun?.endedAt),
  ['counts', countsOf(harvest)],
  ['reason', harvest.lastRun?.reason ?? ''],
  ...(harvest.lastRun?.problems ?? []).map(({ where, why }) => ['problem', `${where}: ${why}`] as const),
  ['mail', harvest.mail === 'pending' ? 'not sent yet (see the log of the server)' : (harvest.mail ?? '')],
];

export const harvestRecord: RecordView<Harvest> = {
  id: ({ id }) => id,
  fields: (harvest) => fieldsOf(harvest).filter(([, value]) => value !== ''),
};

export const harvestList: ListView<Harvest> = {
  columns: [
    { title: 'id', value: ({ id }) => id },
    { title: 'source', value: ({ source }) => source },
    { title: 'target', value: ({ target }) => target },
    { title: 'schedule', value: ({ schedule }) => schedule },
    timeColumn('next run', ({ nextRun }) => nextRun),
    timeColumn('last run', ({ lastRun }) => lastRun?.endedAt),
    { title: 'result', value: resultOf },
  ],
  id: ({ id }) => id,
  whole: (harvests) => ({ harvests }),
};
