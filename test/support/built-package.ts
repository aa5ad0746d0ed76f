/**
 * Takes the place of `src/base/package-files.ts`: threads, workers and imports of repositories in this process run as built. Loading
 * their sources anew each time took a second.
 */
export const packageFolder = new URL('../../', import.meta.url);

export const runsFromSources = false;

export const programFile = (module: string): URL => new URL(`dist/${module}.js`, packageFolder);
