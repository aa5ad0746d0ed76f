import { defineConfig } from 'vitest/config';
import { reportersOf } from './support/reporters.ts';
import { type RunScope, scopeVariable } from './support/run-scope.ts';
import { root, sharedOptions } from './support/shared-options.ts';
import { leftOut, partlyRun } from './support/test-plan.ts';

/** Many of them wait for a server or a browser. */
const maxWorkers = 3;

const project = (scope: RunScope, include: readonly string[]) => ({
  test: { ...sharedOptions, maxWorkers, name: scope, include: [...include], env: { [scopeVariable]: scope } },
});

/** `npm run test:ci`: what `npm test` leaves out, whole files and parts of files. */
export default defineConfig({
  test: {
    ...sharedOptions,
    maxWorkers,
    globalSetup: ['test/support/quick-run.ts'],
    projects: [project('full', leftOut), project('rest', partlyRun(root))],
    reporters: reportersOf('ci'),
  },
});
