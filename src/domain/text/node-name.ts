import { clipped } from '../../base/clipped.ts';

/** The maximum size of a node name, in bytes of UTF-8. */
const maxNameBytes = 255;

/**
 * The maximum size of an extension with its dot, in bytes. A longer ending, or one with a space or a `_`, is not an
 * extension.
 */
const maxExtensionBytes = 32;
const extensionForm = /^\.[\p{L}\p{N}+-]+$/u;

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

/** A name before its extension, and the extension with its dot; empty if it has none. */
function splitName(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(Math.max(dot, 0));
  const isExtension = dot > 0 && extensionForm.test(ending) && Buffer.byteLength(ending, 'utf8') <= maxExtensionBytes;
  return isExtension ? [name.slice(0, dot), ending] : [name, ''];
}

/** The stem, shortened until both together have the maximum length. */
function joinedName(stem: string, tail: string): string {
  let start = stem;
  while (Buffer.byteLength(start + tail, 'utf8') > maxNameBytes && start !== '') {
    // By code point, so that no character is split.
    start = [...start].slice(0, -1).join('');
  }
  return start + tail;
}

/** The n-th alternative to a name that is taken: with ` - n` before the extension, shortened to the maximum length. */
export function alternativeName(name: string, n: number): string {
  const [stem, extension] = splitName(name);
  return joinedName(stem, ` - ${n}${extension}`);
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
