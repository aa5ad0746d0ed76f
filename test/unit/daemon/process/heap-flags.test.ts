import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../../../../src/daemon/process/heap-flags.ts', import.meta.url);

/** Fills the young generation repeatedly with objects that survive for a while, and prints its size. */
const busy = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = [];
  for (let round = 0; round < 600; round += 1) {
    for (let made = 0; made < 10_000; made += 1) kept[(round % 10) * 10_000 + made] = { made, round };
    await sleep(1);
  }
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  process.stdout.write(String(space_size));
`;

const megabytesAfter = (beginning: string): number => {
  const words = ['--import', 'tsx', '--input-type=module', '--eval', beginning + busy];
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' })) / 1_048_576;
};

test('the young generation of V8 takes at most 16 MB', () => {
  const lean = megabytesAfter(`const { setHeapFlags } = await import('${module}'); setHeapFlags();`);
  expect(lean).toBeLessThanOrEqual(16);
  expect(lean).toBeGreaterThan(2);
});
