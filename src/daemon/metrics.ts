import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Metrics } from '../http/probes.ts';
import type { Services } from '../services/services.ts';

type StatusOf = Pick<Services, 'status'>['status'];

type Snapshot = Awaited<ReturnType<StatusOf['get']>>;

/** The numbers of the repository, beside those of the process. */
const numbers: Readonly<Record<string, readonly [help: string, value: (status: Snapshot) => number]>> = {
  edu_repo_nodes: ['Nodes in the repository.', ({ nodes }) => nodes],
  edu_repo_people: ['People in the repository.', ({ people }) => people],
  edu_repo_last_change: ['The number of the last change.', ({ commit }) => commit],
  edu_repo_writable: [
    '1 if the repository takes changes, 0 if it is read-only.',
    ({ problem }) => (problem === undefined ? 1 : 0),
  ],
  edu_repo_index_pending: ['Changes that the search index lacks.', ({ index }) => index.waiting],
  edu_repo_texts_pending: ['Files whose text is not extracted yet.', ({ texts }) => texts.waiting],
  edu_repo_thumbnails_pending: ['Files without a thumbnail yet.', ({ previews }) => previews.waiting],
  edu_repo_last_backup_timestamp_seconds: [
    'When the last backup was completed, in seconds since 1970; 0 if there was none.',
    ({ backup }) => (backup === undefined ? 0 : Date.parse(backup.at) / 1_000),
  ],
};

/** Metrics for Prometheus. Each call of `text` reads the status anew. */
export function createMetrics(status: StatusOf, token: string | undefined): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges = Object.entries(numbers).map(([name, [help, value]]) => {
    const gauge = new Gauge({ name, help, registers: [registry] });
    return (current: Snapshot): void => gauge.set(value(current));
  });
  return {
    token,
    async text() {
      const current = await status.get();
      for (const set of gauges) set(current);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
