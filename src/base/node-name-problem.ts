import { maxNameBytes } from './alternative-name.ts';
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
