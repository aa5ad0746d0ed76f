import { alternativeName, joinedName, maxNameBytes, splitName } from '../../base/alternative-name.ts';
import { nodeNameProblem } from '../../base/node-name-problem.ts';

const alternativeNumber = / - ([1-9]\d{0,8})(?:\.[^.]*)?$/;

/** Whether a name is the other one, or one of its alternatives (`alternativeName`). */
export function isAlternative(name: string, of: string): boolean {
  const number = alternativeNumber.exec(name)?.[1];
  return name === of || (number !== undefined && alternativeName(of, Number(number)) === name);
}

/**
 * The nearest text that can be the name of a node: `_` replaces each slash, a space each line break or tab, other control
 * characters are dropped, and the part before the extension is shortened. Names that are valid, and empty ones, do not
 * change.
 */
export function cleanedName(name: string): string {
  if (name === '' || nodeNameProblem(name) === undefined) return name;
  const plain = name
    .toWellFormed()
    .replaceAll('/', '_')
    .replace(/[\t\n\v\f\r\u0085]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (/^\.{0,2}$/.test(plain)) return plain.replaceAll('.', '_') || '_';
  const [stem, extension] = splitName(plain);
  // Every UTF-16 code unit takes at least one byte, so the rest cannot fit. The cut may leave half of a character.
  return joinedName(stem.slice(0, maxNameBytes).replace(/\p{Cs}$/u, ''), extension);
}
