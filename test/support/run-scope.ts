/**
 * How much of a test file a run covers. `quick`: what `npm test` covers. `rest`: what `npm test` leaves out of the files that it
 * runs. `full`: everything, for the files that `npm test` leaves out as a whole. `blanked`: of each operation, that its tests miss
 * its handler.
 */
export type RunScope = 'quick' | 'rest' | 'full' | 'blanked';

/** The environment variable that holds the scope; the projects of `test:ci` and `test:blanked` set it. */
export const scopeVariable = 'TEST_SCOPE';

function readScope(value: string | undefined): RunScope {
  return value === 'rest' || value === 'full' || value === 'blanked' ? value : 'quick';
}

export const runScope: RunScope = readScope(process.env[scopeVariable]);

/** How often a property is tried: `count` times in `npm run test:ci`, at most a hundred times in `npm test`. */
export const propertyRuns = (count: number): number =>
  runScope === 'rest' || runScope === 'full' ? count : Math.min(count, 100);
