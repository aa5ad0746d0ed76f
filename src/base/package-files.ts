/**
 * The folder of this package, with `data-template` and `package.json`. This module is two folders below it, both as a source
 * (`src/base`) and built (`dist/chunks`).
 */
export const packageFolder = new URL('../../', import.meta.url);

/** Whether the TypeScript sources run directly: in development, and in tests in one process. */
export const runsFromSources = import.meta.url.endsWith('.ts');

/**
 * The file of a program that runs in a separate process or thread: an entry of `rolldown.config.ts`. `module` is its path below
 * `src`, without extension.
 */
export const programFile = (module: string): URL =>
  new URL(runsFromSources ? `src/${module}.ts` : `dist/${module}.js`, packageFolder);
