import { type Failure, usageFailure } from '../program/failure.ts';

/** The prefix of paths in the chosen repository (`repo:/Mathe`). No remote can have this name. */
const chosenPrefix = 'repo';

// At least two characters, because one letter before a colon is a Windows drive.
const form = /^[A-Za-z0-9][A-Za-z0-9._-]+$/;

const noName = (text: string): Failure =>
  usageFailure(
    `"${text}" cannot be the name of a remote.`,
    'A name has two or more letters, digits, dots, hyphens or underscores, starts with a letter or digit, and is not "repo".',
    'For example: edu-repo remote add schule https://repo.example.org',
  );

const isRemoteName = (text: string): boolean => form.test(text) && text.toLowerCase() !== chosenPrefix;

/** A free name for a repository, from its host: `school` for `https://www.school.example.org`. */
export function nameForRemote({ hostname }: URL, isTaken: (name: string) => boolean): string {
  // An IP address has no part that names it.
  const parts = /^[\d.]+$|:/.test(hostname)
    ? [hostname.replaceAll(':', '-').replaceAll(/[[\]]/g, '')]
    : hostname.split('.');
  const name = parts.find((part) => part !== 'www' && isRemoteName(part)) ?? 'remote';
  for (let n = 1; ; n += 1) {
    const numbered = n === 1 ? name : `${name}-${n}`;
    if (!isTaken(numbered)) return numbered;
  }
}

/** Checks the name of a remote. Throws a usage failure if it is not valid. */
export function readRemoteName(text: string): string {
  if (!isRemoteName(text)) throw noName(text);
  return text;
}
