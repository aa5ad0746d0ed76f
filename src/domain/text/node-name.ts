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

/** The n-th alternative to a name that is taken: with ` - n` before the extension, shortened to the maximum length. */
export function alternativeName(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(Math.max(dot, 0));
  const isExtension = dot > 0 && extensionForm.test(ending) && Buffer.byteLength(ending, 'utf8') <= maxExtensionBytes;
  const tail = ` - ${n}${isExtension ? ending : ''}`;
  let stem = isExtension ? name.slice(0, dot) : name;
  while (Buffer.byteLength(stem + tail, 'utf8') > maxNameBytes && stem !== '') {
    // By code point, so that no character is split.
    stem = [...stem].slice(0, -1).join('');
  }
  return stem + tail;
}
