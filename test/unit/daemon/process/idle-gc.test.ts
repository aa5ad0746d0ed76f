import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../../../../src/daemon/process/idle-gc.ts', import.meta.url);

/** Is busy for a while, drops what it made, and tells how large its heap is, at once and later. In megabytes. */
const program = (kind: 'quiet' | 'busy'): string => `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { getHeapStatistics } from 'node:v8';
  const { collectWhenIdle } = await import('${module}');
  const size = () => getHeapStatistics().total_heap_size / 1_048_576;
  const work = () => { for (const until = performance.now() + 10; performance.now() < until; ); };
  collectWhenIdle();
  let kept = [];
  for (let round = 0; round < 60; round += 1) {
    kept.push(Array.from({ length: 10_000 }, (_, made) => ({ made, round: [round] })));
    await sleep(1);
  }
  kept = [];
  const before = size();
  // On a slow machine it takes longer to be quiet.
  const mostRounds = '${kind}' === 'busy' ? 60 : 2_000;
  for (let round = 0; round < mostRounds && size() > before / 2; round += 1) {
    if ('${kind}' === 'busy') work();
    await sleep(10);
  }
  const after = size();
  process.stdout.write(JSON.stringify({ before, after }));
`;

const heapOf = (kind: 'quiet' | 'busy'): { readonly before: number; readonly after: number } => {
  const words = ['--import', 'tsx', '--input-type=module', '--eval', program(kind)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as ReturnType<typeof heapOf>;
};

test('a server that nobody wants anything of gives back what a busy hour took', () => {
  const { before, after } = heapOf('quiet');
  expect(before).toBeGreaterThan(60);
  expect(after).toBeLessThan(before / 2);
});

test('one that is busy is let work', () => {
  const { before, after } = heapOf('busy');
  expect(after).toBeGreaterThan(before * 0.8);
});
