import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { formatDuration } from '../print/units.ts';
import type { ListView, RecordView } from '../print/view.ts';

type Entries = Result<Operations['listConnectedRepositories']>;
type ConnectedRepository = Entries['repositories'][number];

const allowed = (write: boolean): string => (write ? 'reading and changes' : 'reading');

/** The list as the REST interface returns it. */
export const repositoryListView = (entries: Entries): ListView<ConnectedRepository> => ({
  columns: [
    { title: 'repository', value: ({ id }) => id },
    { title: 'title', value: ({ title }) => title },
    { title: 'address', value: ({ url }) => url },
    { title: 'allows', value: ({ write }) => allowed(write) },
    { title: 'key', value: ({ fingerprint }) => fingerprint },
  ],
  id: ({ id }) => id,
  whole: () => entries,
});

export const repositoryRecord: RecordView<ConnectedRepository> = {
  id: ({ id }) => id,
  fields: ({ id, title, url, write, fingerprint }) => [
    ['repository', id],
    ['title', title],
    ['address', url],
    ['allows', allowed(write)],
    ['key', fingerprint],
  ],
};

const yesOrNo = (value: boolean | null): string => (value === null ? 'unknown' : value ? 'yes' : 'no');

function clockText(seconds: number | null): string {
  if (seconds === null) return 'unknown';
  // The Date header has a resolution of one second.
  if (Math.abs(seconds) <= 2) return 'none';
  return `${formatDuration(Math.abs(seconds) * 1000)} ${seconds > 0 ? 'ahead of' : 'behind'} this repository`;
}

export const testRecord: RecordView<Result<Operations['testConnectedRepository']>> = {
  id: ({ id }) => id,
  fields: ({ id, url, version, milliseconds, clockDifference, sameKey, accepted, problem }) => [
    ['repository', id],
    ['address', url],
    ['version', version ?? 'unknown'],
    ['answered in', milliseconds === null ? 'no answer' : `${milliseconds} ms`],
    ['clock difference', clockText(clockDifference)],
    ['same key', yesOrNo(sameKey)],
    ['accepts calls', yesOrNo(accepted)],
    ['problem', problem ?? 'none'],
  ],
};
