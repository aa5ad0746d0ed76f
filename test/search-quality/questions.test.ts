import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, type TestContext, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { wordsOf } from '../../src/domain/text/folding.ts';
import { start, startDaemon, withBuiltProgram } from '../cli/built-program.ts';
import { corpusDirectory } from '../support/corpus.ts';

const Question = z.strictObject({
  ask: z.string(),
  expect: z.array(z.string()).min(1),
  of: z.array(z.enum(['body', 'misspelt', 'german'])),
});

type Question = z.infer<typeof Question>;

const file = new URL('./questions.yaml', import.meta.url);
const questions = z.array(Question).parse(parse(await readFile(file, 'utf8')));
const place = '/Material';

/** Runs a command and gives what it printed; a command that fails fails the test. */
async function said(...words: readonly string[]): Promise<string> {
  const { exitCode, stdout, all } = await start(words);
  expect(exitCode, all).toBe(0);
  return stdout;
}

const idsSaid = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Whether everything that was imported can be found, texts of documents included. */
async function isIndexed(): Promise<boolean> {
  const { store, index, texts } = JSON.parse(await said('status', '-o', 'json'));
  return index.state === 'ready' && index.position >= store.commit && texts.waiting === 0;
}

describe('twenty questions that were written down before there was an engine to answer them', () => {
  withBuiltProgram();
  let imported: Promise<void> | undefined;

  async function importCorpus(corpus: string): Promise<void> {
    await said('init');
    await said('import', corpus, place);
  }

  /** The corpus in a running repository, whose search index is level. */
  async function serveCorpus(context: TestContext): Promise<void> {
    imported ??= importCorpus(corpusDirectory(context));
    await imported;
    await startDaemon();
    while (!(await isIndexed())) await wait(200);
  }

  const wrong = async ({ ask, expect: expected }: Question): Promise<string | undefined> => {
    const firstThree = idsSaid(await said('search', ask, '--limit', '3', '-o', 'id'));
    const ids = await Promise.all(
      expected.map(async (path) => idsSaid(await said('node', 'get', `${place}/${path}`, '-o', 'id'))[0]),
    );
    if (ids.some((id) => id !== undefined && firstThree.includes(id))) return undefined;
    const names = await said('search', ask, '--limit', '3', '-o', 'jsonl');
    const found = idsSaid(names).map((line) => JSON.parse(line).name);
    return `«${ask}» wants ${expected.map((path) => basename(path)).join(' or ')} and finds ${found.join(', ')}`;
  };

  test('each finds its file among the first three', { timeout: 300_000 }, async (context) => {
    await serveCorpus(context);
    const failures: string[] = [];
    for (const question of questions) failures.push(...[await wrong(question)].filter((text) => text !== undefined));
    expect(failures).toEqual([]);
  });

  test('there are as many of each kind as were promised', () => {
    const ofKind = (kind: Question['of'][number]) => questions.filter(({ of }) => of.includes(kind)).length;
    expect(questions).toHaveLength(20);
    expect(new Set(questions.map(({ ask }) => ask)).size).toBe(20);
    expect(ofKind('body')).toBeGreaterThanOrEqual(8);
    expect(ofKind('misspelt')).toBeGreaterThanOrEqual(4);
    expect(ofKind('german')).toBeGreaterThanOrEqual(4);
  });

  test('what the text alone answers stands in no name, and each expected file is there', async (context) => {
    const paths = await readdir(corpusDirectory(context), { recursive: true });
    const names = wordsOf(paths.join('\n')).join(' ');
    expect(questions.flatMap(({ expect: expected }) => expected).filter((path) => !paths.includes(path))).toEqual([]);
    for (const { ask } of questions.filter(({ of }) => of.includes('body'))) {
      expect(wordsOf(ask).filter((word) => names.includes(word))).toEqual([]);
    }
  });
});
