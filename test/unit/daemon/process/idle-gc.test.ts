import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../../../../src/daemon/process/idle-gc.ts', import.meta.url);

type Kind = 'quiet' | 'busy' | 'pausing';

/** Waits of 10 ms: a quiet server collects before the last one, the others never do. */
const maxRounds: Readonly<Record<Kind, number>> = { quiet: 2_000, busy: 60, pausing: 60 };

/**
 * Allocates objects for a while, drops them, and prints the size of the heap before and after waiting, in megabytes, and whether
 * anything but V8 itself had the heap collected.
 */
const program = (kind: Kind): string => `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { getHeapStatistics } from 'node:v8';
  const { collectWhenIdle } = await import('${module}');
  import { Session } from 'node:inspector';
  let forced = false;
  const { post } = Session.prototype;
  Session.prototype.post = function (...words) {
    forced = true;
    return post.apply(this, words);
  };
  const size = () => getHeapStatistics().total_heap_size / 1_048_576;
  const work = () => { for (const until = performance.now() + 10; performance.now() < until; ); };
  '${kind}' === 'pausing' ? collectWhenIdle() : collectWhenIdle(100);
  let kept = [];
  for (let round = 0; round < 60; round += 1) {
    kept.push(Array.from({ length: 10_000 }, (_, made) => ({ made, round: [round] })));
    await sleep(1);
  }
  kept = [];
  const before = size();
  // A slow machine needs longer to become idle.
  const maxRounds = ${maxRounds[kind]};
  for (let round = 0; round < maxRounds && size() > before / 2; round += 1) {
    if ('${kind}' === 'busy') work();
    await sleep(10);
  }
  const after = size();
  process.stdout.write(JSON.stringify({ before, after, forced }));
`;

const heapOf = (kind: Kind): { readonly before: number; readonly after: number; readonly forced: boolean } => {
  const words = ['--import', 'tsx', '--input-type=module', '--eval', program(kind)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as ReturnType<typeof heapOf>;
};

test('an idle server returns the memory of a busy hour to the system', () => {
  const { before, after, forced } = heapOf('quiet');
  expect(forced).toBe(true);
  expect(before).toBeGreaterThan(60);
  expect(after).toBeLessThan(before / 2);
});

test('a busy server does not collect', () => {
  // V8 itself may collect at any time.
  expect(heapOf('busy').forced).toBe(false);
});

test('a pause of less than a second is no reason to collect', () => {
  expect(heapOf('pausing').forced).toBe(false);
});
