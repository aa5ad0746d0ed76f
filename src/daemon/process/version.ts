import { readFileSync } from 'node:fs';
import { packageFolder } from '../../base/package-files.ts';

/** The version of this program, from its package. */
export function programVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  // The package always has a version.
  return (JSON.parse(text) as { version: string }).version;
}
