import { badRequest } from '../../base/errors/errors.ts';
import { parseVersionLabel, type VersionNumber } from '../../domain/nodes/version-number.ts';

/** How existing clients write "the current version". */
const currentVersion = new Set(['', '0', '-1', 'null']);

/** The version that a client states; undefined for the current one. */
export const statedVersion = (text: string | null | undefined): string | undefined =>
  text == null || currentVersion.has(text) ? undefined : text;

/** The same as a number. Throws `BadRequest` if the text is not a version. */
export function requestedVersion(label: string | undefined): VersionNumber | undefined {
  const stated = statedVersion(label);
  const version = stated === undefined ? undefined : parseVersionLabel(stated);
  if (stated === undefined || version !== undefined) return version;
  throw badRequest(`version is "${stated.slice(0, 50)}", but it must be a version such as 1.2.`);
}
