import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { skipWithout } from './skip-policy.ts';

const besideTheRepository = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

/** The absolute path of the corpus of real school material: `EDU_REPO_CORPUS`, else `../shared/corpus` seen from the root. */
export const corpusFolder = (): string => resolve(process.env['EDU_REPO_CORPUS'] || besideTheRepository);

/** Where the corpus is. Leaves the test out where there is none (on CI it fails). */
export function corpusDirectory(context: Pick<TestContext, 'skip'>): string {
  const directory = corpusFolder();
  if (existsSync(directory)) return directory;
  return skipWithout(context, `the corpus of real material at ${directory}; set EDU_REPO_CORPUS to its folder`);
}
