import { configDefaults, defineConfig } from 'vitest/config';
import { reportersOf } from './support/reporters.ts';
import { sharedOptions } from './support/shared-options.ts';
import { leftOut } from './support/test-plan.ts';

/** `npm test`: the quick part of the tests. What it leaves out, `npm run test:ci` runs. */
export default defineConfig({
  test: {
    ...sharedOptions,
    globalSetup: ['test/support/quick-run.ts'],
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftOut],
    reporters: reportersOf('unit'),
  },
});
