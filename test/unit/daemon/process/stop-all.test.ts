import { expect, test } from 'vitest';
import { yieldToEventLoop } from '../../../../src/base/scheduling/event-loop.ts';
import { stopAll } from '../../../../src/daemon/process/stop-all.ts';

test('a task that fails to stop does not keep others running, and its failure is reported after all have stopped', async () => {
  const stopped: string[] = [];
  const slow = {
    stop: async () => {
      await yieldToEventLoop();
      stopped.push('slow');
    },
  };
  const failing = (message: string) => ({
    stop: () => {
      throw new Error(message);
    },
  });
  await expect(stopAll([failing('the first'), slow, failing('another'), slow])).rejects.toThrow('the first');
  expect(stopped).toEqual(['slow', 'slow']);
});

test('all tasks are stopped in parallel, since one may wait for another', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await stopAll([{ stop: () => ended }, { stop: async () => end() }]);
});
