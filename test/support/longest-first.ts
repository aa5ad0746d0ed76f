import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, each ten seconds and more, the longest first. */
const longest = [
  'test/long/soak.long.ts',
  'test/long/rights-agreement.long.ts',
  'test/long/node-model.long.ts',
  'test/long/extremes.long.ts',
  'test/long/matrix-mutants.long.ts',
  'test/long/api-fuzz.long.ts',
  'test/long/index-kill.long.ts',
  'test/long/upgrade-kill.long.ts',
  'test/long/init.long.ts',
  'test/long/kill.long.ts',
  'test/long/doubling.long.ts',
  'test/long/set-up-a-school.long.ts',
  'test/long/batch-kill.long.ts',
  'test/long/import-kills.long.ts',
  'test/long/backup-kill.long.ts',
  'test/long/power-cut.long.ts',
  'test/long/query-agreement.long.ts',
  'test/long/package.long.ts',
  'test/cli/examples.test.ts',
  'test/matrix/matrix.test.ts',
  'test/cli/built-program.e2e.test.ts',
  'test/search-quality/questions.test.ts',
  'test/acceptance/stranger.test.ts',
  'test/rights/agreement.test.ts',
  'test/browser/web-view.test.ts',
  'test/browser/swagger.test.ts',
  'test/acceptance/texts.test.ts',
  'test/cli/login.e2e.test.ts',
  'test/cli/faulty-server.test.ts',
  'test/cli/moving.test.ts',
  'test/acceptance/corpus-previews.test.ts',
  'test/model/node-model.test.ts',
  'test/acceptance/init.test.ts',
  'test/cli/trash.test.ts',
];

/**
 * Begins with the longest files, so that at the end no worker has to wait for the other one. Vitest itself goes by the times of
 * the run before, which a fresh clone does not have, and by how large a file is. Files of one project stay together, because a
 * worker serves one project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = longest.filter((name) => !existsSync(join(root, name)));
    if (gone.length > 0) throw new Error(`No longer there, but in the list of the longest: ${gone.join(', ')}`);
    const paths = longest.map((name) => join(root, name));
    const place = ({ moduleId }: TestSpecification): number => {
      const found = paths.indexOf(moduleId);
      return found < 0 ? paths.length : found;
    };
    return (await super.sort(files))
      .toSorted((one, other) => place(one) - place(other))
      .toSorted((one, other) => one.project.name.localeCompare(other.project.name));
  }
}
