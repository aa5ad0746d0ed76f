import { readdir, readFile } from 'node:fs/promises';
import { commands } from '../../../src/cli/program/commands.ts';

/** Lines for a shell, and where they stand. */
export interface ExampleScript {
  /** Such as `help share` or `docs/admin.md: Backups`. */
  readonly from: string;
  readonly lines: readonly string[];
}

/** The examples of the help, each by itself. */
export async function helpExamples(): Promise<ExampleScript[]> {
  const read = commands.map(async (entry) => {
    const { examples } = await entry.load();
    return examples.map(({ line }) => ({ from: `help ${entry.path.join(' ')}`, lines: [line] }));
  });
  return (await Promise.all(read)).flat();
}

/** The lines of a block: all of a script, and of a terminal those that a person typed. */
const linesOf = (language: string, block: string): string[] => {
  const lines = block.trimEnd().split('\n');
  return language === 'sh' ? lines : lines.flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
};

const blocks = /^```(sh|console|text)\n(.*?)^```$/gms;

/** The snippets for a shell in the documents, those of a section together. `docs/cli.md` has the examples of the help. */
export async function documentExamples(root: URL): Promise<ExampleScript[]> {
  const pages = (await readdir(new URL('docs/', root))).filter((name) => name.endsWith('.md') && name !== 'cli.md');
  const files = ['README.md', ...pages.sort().map((name) => `docs/${name}`)];
  const scripts: ExampleScript[] = [];
  for (const file of files) {
    const text = await readFile(new URL(file, root), 'utf8');
    for (const section of text.split(/^## /m)) {
      const title = section.slice(0, section.indexOf('\n'));
      const lines = [...section.matchAll(blocks)].flatMap(([, language = '', block = '']) => linesOf(language, block));
      if (lines.some((line) => line !== '')) scripts.push({ from: `${file}: ${title}`, lines });
    }
  }
  return scripts;
}
