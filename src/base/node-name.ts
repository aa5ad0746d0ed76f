import { alternativeName, joinedName, maxNameBytes, splitName } from './alternative-name.ts';
import { clipped } from './clipped.ts';

/** Why a text cannot be the name of a node, or undefined if it can. Valid names are stored exactly as they were sent. */
export function nodeNameProblem(name: string): string | undefined {
  if (name === '') return 'A name must not be empty. Choose a name.';
  if (name === '.' || name === '..')
    return `"${name}" cannot be a name: it stands for a folder in paths. Choose another name.`;
  if (name.includes('/'))
    return `The name "${clipped(name, 60)}" contains "/", which separates names in paths. Choose a name without it.`;
  if (/\p{Cc}/u.test(name)) return 'A name must not contain control characters, such as line breaks. Remove them.';
  if (!name.isWellFormed())
    return 'The name is not well-formed Unicode: it has half of a character. Encode it correctly.';
  const bytes = Buffer.byteLength(name, 'utf8');
  if (bytes > maxNameBytes)
    return `A name can have at most ${maxNameBytes} bytes in UTF-8, and this one has ${bytes}. Shorten it.`;
  return undefined;
}

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
