import { defineConfig } from 'vitest/config';
import { reportersOf } from './support/reporters.ts';
import { sharedOptions } from './support/shared-options.ts';

/** `npm run test:cluster`: a server of edu-repo with its records in PostgreSQL. */
export default defineConfig({
  test: {
    ...sharedOptions,
    include: ['test/cluster/**/*.cluster.ts'],
    reporters: reportersOf('cluster'),
  },
});
