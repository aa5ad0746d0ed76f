import { basename, relative } from 'node:path';
import { shellWord } from '../print/shell-word.ts';

/** How to call this program again from the current folder; `script` is the path of the script that runs. */
export function programName(script: string | undefined): string {
  if (script === undefined || basename(script) === 'main.ts') return 'edu-repo';
  if (/[\\/](?:_npx|node_modules[\\/]\.bin)[\\/]/.test(script)) return 'npx edu-repo';
  if (basename(script) !== 'edu-repo.js') return 'edu-repo';
  const path = relative(process.cwd(), script);
  return `node ${shellWord(path.startsWith('..') ? script : path)}`;
}
