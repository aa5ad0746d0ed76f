/** The number of a version: 1.0 is the first, then 1.1, 1.2 … */
export interface VersionNumber {
  readonly major: number;
  readonly minor: number;
}

export const firstVersion: VersionNumber = { major: 1, minor: 0 };

export const nextVersion = (highest: VersionNumber): VersionNumber => ({
  major: highest.major,
  minor: highest.minor + 1,
});

export const sameVersion = (a: VersionNumber, b: VersionNumber): boolean => a.major === b.major && a.minor === b.minor;

/** The version number as a text, such as `1.2`. */
export const versionLabel = (version: VersionNumber): string => `${version.major}.${version.minor}`;

/** Parses a text such as `1.2`; undefined if it is not a version number. */
export function parseVersionLabel(text: string): VersionNumber | undefined {
  const parts = /^(\d{1,9})\.(\d{1,9})$/.exec(text);
  return parts === null ? undefined : { major: Number(parts[1]), minor: Number(parts[2]) };
}

const padded = (count: number): string => String(count).padStart(9, '0');

/** A text that sorts like the version number. */
export const versionSortKey = (version: VersionNumber): string => `${padded(version.major)}.${padded(version.minor)}`;
