import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Paths below a folder, `/` at the end for folders, each with what it holds. */
export type Tree = Readonly<Record<string, string | Buffer>>;

const composed = 'Übung für Größe.txt'.normalize('NFC');
const decomposed = 'Übung für Größe.txt'.normalize('NFD');
const bytes250 = `${'ä'.repeat(123)}.txt`;

/** A tree with everything that names and files can be. */
export const oddTree: Tree = {
  [composed]: 'composed',
  [decomposed]: 'decomposed',
  'Plan.txt': 'upper',
  'plan.txt': 'lower',
  'PLAN.TXT': 'all upper',
  '👩‍🏫 Lehrerin 🍎.md': '# 🍎',
  [bytes250]: '250 bytes of name',
  [`${'x'.repeat(250)}`]: 'and without an extension',
  'empty.txt': '',
  '.hidden': 'hidden',
  '~$lock.docx': 'left by an office program',
  ' blank before': 'a',
  'blank after ': 'b',
  'two  blanks': 'c',
  '-n': 'looks like an option',
  'a "quoted" \\ name': 'd',
  '100% & more?#[1].txt': 'e',
  'line of 100 kB.bin': Buffer.alloc(100_000, 'x\r\n'),
  'random.bin': createHash('sha512').update('edu-repo').digest(),
  'empty folder/': '',
  'Ordner/leer/ganz leer/': '',
  [`${'Ä'.normalize('NFC')}/Datei.txt`]: 'in the composed folder',
  [`${'Ä'.normalize('NFD')}/Datei.txt`]: 'in the decomposed folder',
  'deep/1/2/3/4/5/6/7/8/9/bottom.txt': 'far down',
};

/** Makes a tree below a folder, which is made as well. */
export async function makeTree(folder: string, tree: Tree): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(tree)) {
    const full = join(folder, path);
    await mkdir(path.endsWith('/') ? full : dirname(full), { recursive: true });
    if (!path.endsWith('/')) await writeFile(full, content);
  }
}

/** What lies below a folder: the path of everything, with the SHA-256 of files. Equal trees give equal records. */
export async function fingerprint(folder: string, top = folder): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const name of await readdir(folder)) {
    const full = join(folder, name);
    const path = relative(top, full);
    if ((await lstat(full)).isDirectory()) {
      prints[`${path}/`] = 'folder';
      Object.assign(prints, await fingerprint(full, top));
    } else {
      prints[path] = createHash('sha256')
        .update(await readFile(full))
        .digest('hex');
    }
  }
  return prints;
}

/** How many files of a tree there are. */
export const filesIn = (tree: Tree): number => Object.keys(tree).filter((path) => !path.endsWith('/')).length;
