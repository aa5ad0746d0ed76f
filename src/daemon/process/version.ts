import { readFileSync } from 'node:fs';
import { packageFolder } from '../../base/package-files.ts';

/** The version of this program, from its package. */
export function programVersion(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  // Our own package file always has one.
  return (JSON.parse(text) as { version: string }).version;
}
