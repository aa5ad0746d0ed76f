import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';

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
function nameForRemote({ hostname }: URL, isTaken: (name: string) => boolean): string {
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

const taken = (name: string, url: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `The remote ${name} already exists.`,
    why: `Its address is ${url}.`,
    next: `Choose another name, or remove it first: edu-repo remote remove ${name}`,
  });

/** The name of the remote with an address: the one that is wanted, or that it has, or a free one. Throws a failure if another has it. */
export function nameForAddress(url: URL, wanted: string | undefined, remotes: ReadonlyMap<string, string>): string {
  const [known] = [...remotes].find(([, address]) => address === url.href) ?? [];
  const name = wanted ?? known ?? nameForRemote(url, (text) => remotes.has(text));
  const present = remotes.get(name);
  if (present !== undefined && present !== url.href) throw taken(name, present);
  return name;
}

/** Checks the name of a remote. Throws a usage failure if it is not valid. */
export function readRemoteName(text: string): string {
  if (!isRemoteName(text)) throw noName(text);
  return text;
}
