import type { Operation } from './operation.ts';

/**
 * The path of operations below which each of them that has `dryRun` is only checked. It is not a parameter of the operations
 * themselves, because other servers would ignore it and make the change.
 */
export const dryRunFolder = '/edu-repo/v1/dry-run';

/** The header of each response to a dry run. A server without dry runs does not send it. */
export const dryRunHeader = 'edu-repo-dry-run';

/** The address of a dry run; undefined if the operation has none. */
export const dryRunPath = ({ path, dryRun }: Operation): `/${string}` | undefined =>
  dryRun === true ? `${dryRunFolder}${path}` : undefined;
