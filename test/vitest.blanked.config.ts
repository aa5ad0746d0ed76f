import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { blankedTest } from './support/blanked.ts';
import { reportersOf } from './support/reporters.ts';
import { type RunScope, scopeVariable } from './support/run-scope.ts';
import { root, sharedOptions } from './support/shared-options.ts';

const folder = 'test/acceptance';

const describingFiles = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${folder}/${name}`)
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('describeOperation('));

const scope: RunScope = 'blanked';

/**
 * `npm run test:blanked`: of each operation, one test that runs its effects while its handler does nothing. As src/daemon/compose.ts
 * names the handlers, they are those that can be blanked.
 */
export default defineConfig({
  resolve: {
    alias: [{ find: /^\.\.\/api\/handlers\.ts$/, replacement: join(root, 'test/support/blanked-handlers.ts') }],
  },
  test: {
    ...sharedOptions,
    globalSetup: ['test/support/quick-run.ts'],
    include: describingFiles,
    testNamePattern: blankedTest,
    env: { [scopeVariable]: scope },
    reporters: reportersOf('blanked'),
  },
});
