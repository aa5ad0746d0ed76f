import { relative, sep } from 'node:path';

/** Whether a local file or folder is excluded from a transfer. Does not say whether a folder above it is. */
export type ExcludedFiles = (path: string) => boolean;

/**
 * Excludes the files and folders in `folder` that match a pattern, ignoring case. A pattern with a slash matches the path in
 * `folder`; one without matches names at any depth. `*` and `?` match within a name, and `**` matches any number of folders.
 */
export function excludedFiles(folder: string, patterns: readonly string[]): ExcludedFiles {
  const expressions = patterns.map(expressionOf);
  return (path) => {
    const inFolder = relative(folder, path).split(sep).join('/').normalize('NFC');
    return expressions.some((expression) => expression.test(inFolder));
  };
}

/** `./Notes/` means the same as `Notes`, and `/Notes` only the one directly in the folder. */
function expressionOf(pattern: string): RegExp {
  const path = pattern.normalize('NFC').replace(/^\.\//, '').replace(/\/+$/, '');
  const start = path.includes('/') ? '^' : '(?:^|/)';
  const steps = path.replace(/^\//, '').replace(/\*\*\/|\*\*$|[*?]|[\\^$.|+()[\]{}]/g, asExpression);
  return new RegExp(`${start}${steps}$`, 'isu');
}

function asExpression(sign: string): string {
  if (sign === '**/') return '(?:.*/)?';
  if (sign === '**') return '.*';
  if (sign === '*') return '[^/]*';
  return sign === '?' ? '[^/]' : `\\${sign}`;
}
