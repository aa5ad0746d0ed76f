import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files that `npm test` leaves out: `npm run test:ci` runs them. */
export const leftOut: readonly string[] = [
  'test/acceptance/corpus-exports.test.ts',
  'test/acceptance/corpus-previews.test.ts',
  'test/acceptance/corpus-texts.test.ts',
  'test/acceptance/damaged-caches.test.ts',
  'test/acceptance/data-protection-archive.test.ts',
  'test/acceptance/data-protection.test.ts',
  'test/acceptance/hostile-repositories.test.ts',
  'test/acceptance/init.test.ts',
  'test/acceptance/json-bodies.test.ts',
  'test/acceptance/large-pages.test.ts',
  'test/acceptance/metadata-files.test.ts',
  'test/acceptance/owned-directory.test.ts',
  'test/acceptance/picture-worker.test.ts',
  'test/acceptance/slow-clients.test.ts',
  'test/acceptance/stranger.test.ts',
  'test/acceptance/text-worker.test.ts',
  'test/acceptance/three-repositories.test.ts',
  'test/acceptance/unforeseen-failures.test.ts',
  'test/architecture/boundaries.test.ts',
  'test/browser/allowed-origin.test.ts',
  'test/browser/swagger.test.ts',
  'test/cli/built-program.e2e.test.ts',
  'test/cli/copy.test.ts',
  'test/cli/daemon.e2e.test.ts',
  'test/cli/data-protection.test.ts',
  'test/cli/directory-access.e2e.test.ts',
  'test/cli/faulty-server.test.ts',
  'test/cli/import.test.ts',
  'test/cli/login.e2e.test.ts',
  'test/cli/mds-transfer.test.ts',
  'test/cli/metadata-tables.test.ts',
  'test/cli/moving.test.ts',
  'test/cli/people.test.ts',
  'test/cli/pipelines.e2e.test.ts',
  'test/cli/reading.test.ts',
  'test/cli/search-and-api.test.ts',
  'test/cli/stopping.e2e.test.ts',
  'test/cli/trash.test.ts',
  'test/cli/values-of-lists.test.ts',
  'test/conformance/picture-maker.test.ts',
  'test/conformance/text-reader.test.ts',
  'test/matrix/matrix.test.ts',
  'test/model/node-model.test.ts',
  'test/rights/agreement.test.ts',
  'test/search-quality/questions.test.ts',
  'test/search-quality/ranking.test.ts',
  'test/search/agreement.test.ts',
  'test/unit/adapters/archives/archive-ends.test.ts',
  'test/unit/adapters/archives/archive-writer.test.ts',
  'test/unit/adapters/metadata-import/skos.test.ts',
  'test/unit/adapters/reports/report-text.test.ts',
  'test/unit/adapters/system/cron-scheduler.test.ts',
  'test/unit/client/idle-limit.test.ts',
  'test/unit/daemon/process/idle-gc.test.ts',
  'test/unit/http/server.test.ts',
  'test/unit/services/fair-extraction.test.ts',
  'test/unit/services/noisy-address.test.ts',
];

/** How many parts of a test file are smaller in `npm test` than in `npm run test:ci`, see run-scope.ts. */
function reducedParts(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  // `only` names the transports of every run.
  return count(/\b(?:withTransports|propertyRuns)\(/g) - count(/\bonly: \[/g);
}

/** Test files that `npm test` runs in part: `npm run test:ci` runs the rest of them. */
export function partlyRun(root: string): readonly string[] {
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const own = names.filter((name) => !name.includes('node_modules'));
  const files = own.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`);
  return files.filter((file) => !leftOut.includes(file) && reducedParts(readFileSync(join(root, file), 'utf8')) > 0);
}
