import { spawnSync } from 'node:child_process';
import type { Group } from '../bench.ts';
import { cleanEnvironment } from '../child.ts';
import { inTurns, type Measurement } from '../figures.ts';
import { comparedLine } from '../line.ts';
import { command } from '../repository.ts';

const leastRounds = 20;

const run = (words: readonly string[]) => async (): Promise<Measurement> => {
  const [program = '', ...rest] = words;
  const from = performance.now();
  const { status } = spawnSync(program, rest, { env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}.`);
  return { value: performance.now() - from };
};

/** How long the command line takes to say anything. */
export const help: Group = async ({ options }) => {
  const [floor, subject] = [run([process.execPath, '-e', '0']), run([...command, '--help'])];
  await floor();
  await subject();
  const taken = await inTurns(Math.max(leastRounds, options.rounds), { floor, subject });
  const wanted = { comparison: 'at most', value: 1.5 } as const;
  return [comparedLine('edu-repo --help : node -e 0', 'ms', taken.floor, taken.subject, wanted)];
};
