import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { start, startDaemon, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

test('status --watch prints one status after the other, until it is interrupted', async () => {
  await startDaemon();
  const watching = start(['status', '--watch', '0.1', '-o', 'jsonl']);
  const lines: string[] = [];
  for await (const line of createInterface({ input: watching.stdout })) {
    if (lines.push(line) === 3) watching.kill('SIGINT');
  }
  const { exitCode } = await watching;
  expect(exitCode).toBe(0);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ store: { writable: true } });
});
