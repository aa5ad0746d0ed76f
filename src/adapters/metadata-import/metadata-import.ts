import { runCooperatively } from '../../base/scheduling/cooperative-task.ts';
import type { ReadForeignFiles } from '../../ports/metadata-formats.ts';

/** Loads the parsers of XML and Turtle at the first import, so that no start waits for them. */
export const readForeignFiles: ReadForeignFiles = async (files, options) => {
  const foreign = await import('./foreign-files.ts');
  return runCooperatively(foreign.readForeignFiles(files, options));
};
