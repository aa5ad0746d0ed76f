import { type Failure, usageFailure } from '../program/failure.ts';

/** The repository that is chosen, where a node stands beside local files: no remote can be called so. */
export const chosenPrefix = 'repo';

// Two characters at least: one letter and a colon is a drive of Windows.
const form = /^[A-Za-z0-9][A-Za-z0-9._-]+$/;

const noName = (text: string): Failure =>
  usageFailure(
    `«${text}» is no name for a remote.`,
    'A name has two or more letters, digits, points, hyphens or underscores, begins with a letter or digit, and is not «repo».',
    'Try: edu-repo remote add schule https://repo.example.org',
  );

/** Reads the name of a remote. Throws a usage failure where it is none. */
export function readRemoteName(text: string): string {
  if (!form.test(text) || text.toLowerCase() === chosenPrefix) throw noName(text);
  return text;
}
