import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';

/** A file that cannot be read at all, so that nothing is imported; says where in it. */
export const unreadable = (file: string, line: number | null, why: string): RepositoryError =>
  badRequest(
    line === null
      ? `${file} cannot be read: ${why}. Nothing was imported.`
      : `${file} cannot be read: line ${line}: ${why}. Nothing was imported.`,
    { file, ...(line === null ? {} : { line }) },
  );
