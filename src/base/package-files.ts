/**
 * The folder of this package, with `data-template` and `package.json`. This module lies two folders below it, as a source
 * (`src/base`) and built (`dist/chunks`).
 */
export const packageFolder = new URL('../../', import.meta.url);

/** Whether the sources run as they are: in development, and in tests in one process. */
export const runsFromSources = import.meta.url.endsWith('.ts');

/** A program that runs in a process or thread of its own: an entry of `rolldown.config.ts`. `module`: below `src`, without ending. */
export const programFile = (module: string): URL =>
  new URL(runsFromSources ? `src/${module}.ts` : `dist/${module}.js`, packageFolder);
