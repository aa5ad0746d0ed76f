import { folded } from '../tables/folded.ts';

const part = (name: string): string =>
  folded(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** The user name for a person, such as `anna-lena.mueller`; undefined if a name has no Latin letters or digits. */
export function userNameFrom(person: { readonly firstName: string; readonly lastName: string }): string | undefined {
  const [first, last] = [part(person.firstName), part(person.lastName)];
  return first === '' || last === '' ? undefined : `${first}.${last}`;
}

/** The name, with 2, 3, … appended if it is taken. */
export function numbered(name: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!isTaken(`${name}${number}`)) return `${name}${number}`;
  }
}
