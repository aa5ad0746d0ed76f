import { inTurns } from '../../base/scheduling/steps.ts';
import type { ReadForeignFiles } from '../../ports/metadata-formats.ts';

/** Loads the parsers of XML and Turtle at the first import, so that no start waits for them. */
export const readForeignFiles: ReadForeignFiles = async (files, options) => {
  const foreign = await import('./foreign-files.ts');
  return inTurns(foreign.readForeignFiles(files, options));
};
