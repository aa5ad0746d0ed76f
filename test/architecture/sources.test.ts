import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Source {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

async function sourcesBelow(folder: string): Promise<Source[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() && entry.name.endsWith('.ts') && !relative(root, entry.parentPath).includes('node_modules'),
  );
  return Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      return { path: relative(root, path).replaceAll('\\', '/'), text: await readFile(path, 'utf8') };
    }),
  );
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '');

/** Where `pattern` stands in the code (not in the comments) of the sources, as `path: match`. */
const uses = (sources: readonly Source[], pattern: RegExp): string[] =>
  sources.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(pattern)].map(([match]) => `${path}: ${match}`),
  );

const timeAndChance =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|(?<!\bnew\s+)(?<![\w.])Date\(|\bMath\.random\b/g;

describe('time and chance', () => {
  test('come in through the seams: only adapters/system reads the wall clock, nobody throws dice', async () => {
    const sources = (await sourcesBelow('src')).filter(({ path }) => !path.startsWith('src/adapters/system/'));
    expect(sources.length).toBeGreaterThan(30);
    expect(uses(sources, timeAndChance)).toEqual([]);
  });

  test.each(['Date.now()', 'new Date()', 'new Date( )', 'Date()', 'Math.random()', 'const read = Date.now;'])(
    'are seen in «%s»',
    (text) => {
      expect(uses([{ path: 'a.ts', text }], timeAndChance)).toHaveLength(1);
    },
  );

  test.each([
    'new Date(milliseconds)',
    '// not Date.now()',
    '/** no Math.random() */',
    'isoDate(text)',
    'z.iso.date()',
  ])('are not seen in «%s»', (text) => {
    expect(uses([{ path: 'a.ts', text }], timeAndChance)).toEqual([]);
  });
});

describe('nodes', () => {
  const writing = /\bnodes\.put\(/g;
  /** They count what no list is ordered by. */
  const counts = ['src/services/annotations/comments.ts', 'src/services/annotations/ratings.ts'];

  test('are written together with the entries of their folders: by these the lists in memory hear of them', async () => {
    const sources = (await sourcesBelow('src/services')).filter(({ path }) => !counts.includes(path));
    expect(uses(sources, writing)).toEqual(['src/services/records/node-changes.ts: nodes.put(']);
  });
});

describe('suggested commands', () => {
  const quotedByHand = /'\$\{/g;
  /** In a table, an apostrophe marks the start of a text. The other file has `shellWord` itself. */
  const exempt = ['src/base/csv.ts', 'src/cli/print/shell-word.ts'];

  test('quote words with shellWord: a word may contain an apostrophe', async () => {
    const sources = (await sourcesBelow('src/cli')).filter(({ path }) => !exempt.includes(path));
    expect(sources.length).toBeGreaterThan(100);
    expect(uses(sources, quotedByHand)).toEqual([]);
  });

  test('that are quoted by hand are found', () => {
    expect(
      uses([{ path: 'a.ts', text: "next: `To list the folder: edu-repo ls '${path}'`" }], quotedByHand),
    ).toHaveLength(1);
  });
});

describe('tests', () => {
  const leavingOut = /\b(?:test|it|describe)\.(?:skip|only|todo|skipIf|runIf|fails)\b|\bcontext\.skip\(|\.skip\(\)/g;

  test('are left out only by the policy in support/skip-policy.ts', async () => {
    const ownWords = ['test/support/skip-policy.ts', 'test/architecture/sources.test.ts'];
    const sources = (await sourcesBelow('test')).filter(({ path }) => !ownWords.includes(path));
    expect(sources.length).toBeGreaterThan(5);
    expect(uses(sources, leavingOut)).toEqual([]);
  });

  test.each(["test.skip('x')", "describe.only('x')", 'it.todo', 'test.skipIf(true)', 'context.skip("no")'])(
    'that say «%s» are seen',
    (text) => {
      expect(uses([{ path: 'a.ts', text }], leavingOut)).toHaveLength(1);
    },
  );
});

describe('the layout', () => {
  test('knows no drawers for leftovers', async () => {
    const paths = [...(await sourcesBelow('src')), ...(await sourcesBelow('test'))].map(({ path }) => path);
    expect(paths.filter((path) => /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\/|\.ts$)/.test(path))).toEqual(
      // The small objects that section 2.2 of the contract itself calls common.
      ['src/contract/objects/common.ts'],
    );
  });
});
