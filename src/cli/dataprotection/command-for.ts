import { shellWord } from '../print/shell-word.ts';

/** A command line of this noun for a person, such as `edu-repo dataprotection download anna`. */
export function commandFor(verb: string, person: string, ...flags: readonly string[]): string {
  const words = [verb, ...(person === '-me-' ? [] : [shellWord(person)]), ...flags];
  return `edu-repo dataprotection ${words.join(' ')}`;
}
