import type { Operation } from './operation.ts';

/**
 * Calls of operations with `dryRun` below this path are checked but not carried out. It is a path instead of a parameter, because
 * other servers ignore unknown parameters and would make the change.
 */
export const dryRunFolder = '/edu-repo/v1/dry-run';

/** The header of each response to a dry run. A server without dry runs does not send it. */
export const dryRunHeader = 'edu-repo-dry-run';

/** The address of a dry run; undefined if the operation has none. */
export const dryRunPath = ({ path, dryRun }: Operation): `/${string}` | undefined =>
  dryRun === true ? `${dryRunFolder}${path}` : undefined;
