const maximalBytes = 255;

/** In bytes, with the dot. What is longer behind the last dot, or has a space or a `_`, is no extension. */
const longestExtension = 32;
const extensionForm = /^\.[\p{L}\p{N}+-]+$/u;

/** Why a text cannot be the name of a node, or undefined when it can. Every other name is kept exactly as it was sent. */
export function nodeNameProblem(name: string): string | undefined {
  if (name === '') return 'A name must not be empty.';
  if (name === '.' || name === '..') return `«${name}» cannot be a name: it means a folder in paths.`;
  if (name.includes('/')) return `The name «${shown(name)}» has a «/», which parts names in paths.`;
  if (/\p{Cc}/u.test(name)) return 'A name must not have control characters.';
  if (!name.isWellFormed()) return 'A name must be well-formed Unicode.';
  const bytes = Buffer.byteLength(name, 'utf8');
  if (bytes > maximalBytes) return `A name has at most ${maximalBytes} bytes in UTF-8; this one has ${bytes}.`;
  return undefined;
}

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** The n-th other form of a name that is taken: ` - n` before the extension, within the length that a name may have. */
export function alternativeName(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(Math.max(dot, 0));
  const isExtension = dot > 0 && extensionForm.test(ending) && Buffer.byteLength(ending, 'utf8') <= longestExtension;
  const tail = ` - ${n}${isExtension ? ending : ''}`;
  let stem = isExtension ? name.slice(0, dot) : name;
  while (Buffer.byteLength(stem + tail, 'utf8') > maximalBytes && stem !== '') {
    // By code point, so that no character is cut in half.
    stem = [...stem].slice(0, -1).join('');
  }
  return stem + tail;
}
