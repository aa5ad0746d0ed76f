import { runCooperatively } from '../../base/scheduling/cooperative-task.ts';
import type { ReadForeignFiles } from '../../ports/metadata-formats.ts';

/** Loads the XML and Turtle parsers at the first import, to keep the start of the server fast. */
export const readForeignFiles: ReadForeignFiles = async (files, options) => {
  const foreign = await import('./foreign-files.ts');
  return runCooperatively(foreign.readForeignFiles(files, options));
};
