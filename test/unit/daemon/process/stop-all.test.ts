import { expect, test } from 'vitest';
import { yieldToEventLoop } from '../../../../src/base/scheduling/event-loop.ts';
import { stopAll } from '../../../../src/daemon/process/stop-all.ts';

test('one that fails to stop keeps no other one running, and is told of when all have stopped', async () => {
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

test('all are told before any one is waited for: one may wait for what another one ends', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await stopAll([{ stop: () => ended }, { stop: async () => end() }]);
});
