import { relative, sep } from 'node:path';

/** Whether a local file or folder is excluded from a transfer. Does not say whether a folder above it is. */
export type ExcludedFiles = (path: string, kind?: 'file' | 'folder' | 'special' | 'unnameable') => boolean;

/**
 * Excludes the files and folders in `folder` that match a pattern, ignoring case. A pattern with a slash matches the path in
 * `folder`; one without matches names at any depth. `*` and `?` match within a name, and `**` matches any number of folders.
 * With `included` patterns, files that match none of them are excluded too.
 */
export function excludedFiles(
  folder: string,
  patterns: readonly string[],
  included: readonly string[] = [],
): ExcludedFiles {
  const expressions = patterns.map(expressionOf);
  const wanted = included.map(expressionOf);
  return (path, kind) => {
    const inFolder = relative(folder, path).split(sep).join('/').normalize('NFC');
    const matches = (expression: RegExp): boolean => expression.test(inFolder);
    if (expressions.some(matches)) return true;
    return wanted.length > 0 && kind !== 'folder' && !wanted.some(matches);
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
