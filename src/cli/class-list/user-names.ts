import { folded } from './folded.ts';

const part = (name: string): string =>
  folded(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** `anna-lena.mueller` for Anna Lena Müller; undefined where nothing of a name is left in Latin letters. */
export function userNameFrom(person: { readonly firstName: string; readonly lastName: string }): string | undefined {
  const [first, last] = [part(person.firstName), part(person.lastName)];
  return first === '' || last === '' ? undefined : `${first}.${last}`;
}

/** The name itself, else with 2, 3, … behind it: the first that is not taken. */
export function numbered(name: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!isTaken(`${name}${number}`)) return `${name}${number}`;
  }
}
