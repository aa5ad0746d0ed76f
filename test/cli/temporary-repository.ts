import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Run, run, type Surroundings } from './run-line.ts';

/** A folder of its own with a repository in it, for one test file. */
export interface TemporaryRepository {
  /** For files of the test. */
  readonly folder: () => string;
  readonly dataDirectory: () => string;
  /** Runs a command line against the repository, as its operator. */
  run(words: readonly string[], surroundings?: Surroundings): Promise<Run>;
  /** Runs a command line with `-o json`, which must succeed, and resolves with what it printed. */
  json<T>(words: readonly string[]): Promise<T>;
}

/** Makes a repository before the tests of a file and removes it after them. */
export function withTemporaryRepository(): TemporaryRepository {
  let folder = '';
  const environment = () => ({
    EDU_REPO_DATA: join(folder, 'data'),
    EDU_REPO_CONFIG: join(folder, 'settings', 'config.yaml'),
    EDU_REPO_ADMIN_PASSWORD: 'Kreide und Schwamm 12',
  });
  const runHere = (words: readonly string[], surroundings: Surroundings = {}): Promise<Run> =>
    run(words, { ...surroundings, environment: { ...environment(), ...surroundings.environment } });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cli-'));
    const { code, stderr } = await runHere(['init']);
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    folder: () => folder,
    dataDirectory: () => join(folder, 'data'),
    run: runHere,
    json: async <T>(words: readonly string[]) => {
      const { code, stdout, stderr } = await runHere([...words, '-o', 'json']);
      if (code !== 0) throw new Error(`${words.join(' ')}: exit ${code}\n${stderr}`);
      // The test says what it expects; where it is something else, its assertions fail.
      return JSON.parse(stdout) as T;
    },
  };
}
