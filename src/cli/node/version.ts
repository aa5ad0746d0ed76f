import { usageFailure } from '../program/failure.ts';

/** The number of a version as a path has it. */
export interface WrittenVersion {
  readonly major: string;
  readonly minor: string;
}

/** Reads `1.2`. Throws a usage failure where the text is no number of a version. */
export function parseVersion(text: string): WrittenVersion {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  if (major !== undefined && minor !== undefined) return { major, minor };
  throw usageFailure(
    `«${text}» is no number of a version.`,
    'A version is written as two numbers with a dot between them, such as 1.2.',
    'Which ones there are: edu-repo node versions ADDRESS',
  );
}
