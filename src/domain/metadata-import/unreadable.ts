import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';

/** The error for a file that cannot be read, with the line if known. It cancels the whole import. */
export const unreadable = (file: string, line: number | null, why: string): RepositoryError =>
  badRequest(
    line === null
      ? `${file} cannot be read: ${why}. Nothing was imported.`
      : `${file} cannot be read: line ${line}: ${why}. Nothing was imported.`,
    { file, ...(line === null ? {} : { line }) },
  );
