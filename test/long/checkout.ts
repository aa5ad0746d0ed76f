import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Newcomer } from './newcomer.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** What git does not keep, or keeps for itself: none of it may be needed, and `dist` may be of yesterday. */
const leftOut = /^(?:\.git|node_modules|dist|man|coverage|edu-repo-demo|\.dev-data)$|\.(?:tgz|log)$/;

/** Packs a copy of this checkout, built from its sources as they are now. Resolves to the path of the tarball. */
export async function packCheckout({ folder, run }: Newcomer): Promise<string> {
  const copy = join(folder, 'copy');
  const packed = join(folder, 'packed');
  await mkdir(packed);
  await cp(checkout, copy, { recursive: true, filter: (source) => !leftOut.test(relative(checkout, source)) });
  await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--pack-destination', packed], { cwd: copy });
  const name = stdout.split('\n').at(-1) ?? '';
  return join(packed, name);
}

/** Clones what is committed of this checkout, sharing no file with it. Resolves to the folder of the clone. */
export async function cloneCheckout({ folder, run }: Newcomer): Promise<string> {
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', '--no-hardlinks', checkout, clone]);
  return clone;
}

/** The line of a code block of README.md that ends in these words, as it stands there. Rejects unless it is one. */
export async function readmeCommand(folder: string, ending: string): Promise<string> {
  const text = await readFile(join(folder, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line.endsWith(ending));
  const [line] = lines;
  if (line === undefined || lines.length > 1) {
    throw new Error(`README.md has ${lines.length} lines of code that end in «${ending}» instead of one.`);
  }
  return line;
}
