import { join } from 'node:path';

type Reporter = 'default' | ['json', { outputFile: string }];

/**
 * What a run prints, and, where the variable TEST_REPORTS names a folder, the file `<run>.json` that it leaves there
 * in the form of Vitest's JSON reporter.
 */
export function reportersOf(run: string): Reporter[] {
  const folder = process.env['TEST_REPORTS'];
  if (folder === undefined || folder === '') return ['default'];
  return ['default', ['json', { outputFile: join(folder, `${run}.json`) }]];
}
