import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { filesIn, makeTree, oddTree, type Tree } from '../cli/local-tree.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { jsonOf, startCommand } from '../faults/command-line.ts';
import { startDaemon } from '../faults/daemon-process.ts';
import { hasTool, runTool } from '../faults/run-tool.ts';
import { corpusDirectory } from '../support/corpus.ts';
import { skipWithout } from '../support/skip-policy.ts';

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

/** The odd tree in each of its own folders again, so that odd names are met at every depth. */
function deepTree(): Tree {
  const folders = ['', 'Ä', 'A\u0308', 'ordner', 'Ordner', '🏫 Schule', `${'ß'.repeat(125)}`];
  const entries = folders.flatMap((outer) =>
    folders.flatMap((inner) =>
      Object.entries(oddTree).map(([path, content]) => [join(outer, inner, '.', path), content] as const),
    ),
  );
  return Object.fromEntries(entries);
}

interface Source {
  readonly folder: string;
  readonly files: number;
}

const sources: Readonly<Record<string, (context: TestContext) => Promise<Source>>> = {
  'the corpus of real material': async (context) => ({ folder: corpusDirectory(context), files: 518 }),
  'a tree of odd names': async () => {
    const folder = join(await newFolder(), 'odd');
    const tree = deepTree();
    await makeTree(folder, tree);
    return { folder, files: filesIn(tree) };
  },
};

const ways = { 'by the socket of a daemon': true, 'without a daemon': false } as const;

const rows = Object.keys(sources).flatMap((name) =>
  Object.entries(ways).map(([way, withDaemon]) => ({ name, way, withDaemon })),
);

describe('A folder', () => {
  test.for(rows)('such as $name comes in whole, once, and out again as it was, $way', async (row, context) => {
    if (!(await hasTool('diff'))) skipWithout(context, 'diff; install the package diffutils');
    const { folder, files } = (await sources[row.name]?.(context)) ?? { folder: '', files: 0 };
    const place = await newFolder();
    const options = { dataDirectory: join(place, 'data'), password: 'Landkarte von 1987' };
    expect((await startCommand(options, 'init')).exitCode).toBe(0);
    if (row.withDaemon) {
      const daemon = await startDaemon(options);
      onTestFinished(daemon.kill);
    }
    const nothing = { created: 0, finished: 0, replaced: 0, renamed: 0, unchanged: 0, differing: 0 };
    const first = await jsonOf(options, 'import', folder, '/Material');
    expect(first).toMatchObject({ files: { ...nothing, created: files }, skipped: 0, failed: 0 });
    const second = await jsonOf(options, 'import', folder, '/Material');
    expect(second).toMatchObject({ files: { ...nothing, unchanged: files }, folders: { made: 0 }, failed: 0 });

    const out = join(place, 'out');
    await jsonOf(options, 'cp', '-r', 'repo:/Material', out);
    // Rejects where anything differs, empty folders included.
    expect(await runTool('diff', '-r', folder, out)).toBe('');
    // Into a folder that is there, the top folder goes by its name.
    const below = join(place, 'below');
    await mkdir(below);
    await jsonOf(options, 'cp', '-r', 'repo:/Material', below);
    expect(await runTool('diff', '-r', folder, join(below, 'Material'))).toBe('');
  });
});
