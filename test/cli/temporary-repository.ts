import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';
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

const environmentIn = (folder: string) => ({
  EDU_REPO_DATA: join(folder, 'data'),
  EDU_REPO_CONFIG: join(folder, 'settings', 'config.yaml'),
  XDG_STATE_HOME: join(folder, 'state'),
  EDU_REPO_ADMIN_PASSWORD: 'Kreide und Schwamm 12',
});

async function makeRepository(folder: string): Promise<void> {
  const { code, stderr } = await run(['init'], { environment: environmentIn(folder) });
  if (code !== 0) throw new Error(stderr);
}

/** Gives the tests of a file a repository of their own, and removes it after them. */
export function withTemporaryRepository(): TemporaryRepository {
  let folder = '';
  const runHere = (words: readonly string[], surroundings: Surroundings = {}): Promise<Run> =>
    run(words, { ...surroundings, environment: { ...environmentIn(folder), ...surroundings.environment } });
  beforeAll(async () => {
    const original = await sharedFolder('initialized', makeRepository);
    folder = await mkdtemp(join(tmpdir(), 'cli-'));
    await cp(original, folder, { recursive: true });
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
