/** The maximum size of the name of a node or a file, in bytes of UTF-8. */
export const maxNameBytes = 255;

/**
 * The maximum size of an extension with its dot, in bytes. A longer ending, or one with a space or a `_`, is not an
 * extension.
 */
const maxExtensionBytes = 32;
const extensionForm = /^\.[\p{L}\p{N}+-]+$/u;

/** A name before its extension, and the extension with its dot; empty if it has none. */
export function splitName(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(Math.max(dot, 0));
  const isExtension = dot > 0 && extensionForm.test(ending) && Buffer.byteLength(ending, 'utf8') <= maxExtensionBytes;
  return isExtension ? [name.slice(0, dot), ending] : [name, ''];
}

/** The stem, shortened until both together have the maximum length. */
export function joinedName(stem: string, tail: string): string {
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
