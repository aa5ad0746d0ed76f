import { defineConfig } from 'vitest/config';
import { reportersOf } from './support/reporters.ts';
import { sharedOptions } from './support/shared-options.ts';

/** `npm run test:cluster`: the store in PostgreSQL, and acceptance tests whose repositories have their records there. */
export default defineConfig({
  test: {
    ...sharedOptions,
    globalSetup: ['test/support/cluster-run.ts'],
    include: [
      'test/cluster/**/*.cluster.ts',
      ...['archive', 'collections', 'listings', 'nodes', 'permissions', 'scopes', 'search', 'tokens', 'versions'].map(
        (name) => `test/acceptance/${name}.test.ts`,
      ),
    ],
    reporters: reportersOf('cluster'),
  },
});
