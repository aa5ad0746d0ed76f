import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { reportersOf } from './support/reporters.ts';
import { sharedOptions } from './support/shared-options.ts';
import { leftOut } from './support/test-plan.ts';

/** `npm test`: the quick part of the tests. What it leaves out, `npm run test:ci` runs. */
export default defineConfig({
  resolve: {
    alias: [
      {
        // As src/daemon/compose.ts names it: repositories of tests hash passwords quickly, tests of hashing import the real one.
        find: /^\.\.\/adapters\/system\/scrypt-passwords\.ts$/,
        replacement: fileURLToPath(new URL('./support/quick-passwords.ts', import.meta.url)),
      },
    ],
  },
  test: {
    ...sharedOptions,
    globalSetup: ['test/support/quick-run.ts'],
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftOut],
    reporters: reportersOf('unit'),
  },
});
