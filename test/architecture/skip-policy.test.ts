import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { corpusDirectory } from '../support/corpus.ts';
import { isCi, skipWithout } from '../support/skip-policy.ts';

class Skipped extends Error {}

/** Stands for the context of a test: leaving out is seen as an error with the note. */
const context = {
  skip(note?: string | boolean): never {
    throw new Skipped(String(note));
  },
};

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('leaving a test out', () => {
  test('says what is missing on a machine of a person', () => {
    vi.stubEnv('CI', '');
    expect(() => skipWithout(context, 'wrk; install the package wrk')).toThrow(
      new Skipped('wrk; install the package wrk'),
    );
  });

  test('fails on CI and names what is missing', () => {
    vi.stubEnv('CI', 'true');
    expect(() => skipWithout(context, 'wrk; install the package wrk')).toThrow(
      /On CI no test is left out.*package wrk/,
    );
  });

  test('is allowed on CI for a loop mount', () => {
    vi.stubEnv('CI', 'true');
    expect(() => skipWithout(context, 'loop mount: needs root and a loop device')).toThrow(Skipped);
  });

  test.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['0', false],
    ['true', true],
    ['1', true],
  ])('with CI=%s the run counts as CI: %s', (value, expected) => {
    expect(isCi(value === undefined ? {} : { CI: value })).toBe(expected);
  });
});

describe('the corpus of real material', () => {
  test('is an existing folder, or the test says which folder is missing', (testContext) => {
    expect(existsSync(corpusDirectory(testContext))).toBe(true);
  });

  test('a folder that does not exist leaves the test out with its path', () => {
    vi.stubEnv('CI', '');
    vi.stubEnv('EDU_REPO_CORPUS', '/nowhere/corpus');
    expect(() => corpusDirectory(context)).toThrow(/\/nowhere\/corpus; set EDU_REPO_CORPUS/);
  });

  test('a folder that does not exist fails on CI', () => {
    vi.stubEnv('CI', 'true');
    vi.stubEnv('EDU_REPO_CORPUS', '/nowhere/corpus');
    expect(() => corpusDirectory(context)).toThrow(/On CI no test is left out/);
  });
});
