import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failCurrentRequest, followRequest } from '../../../src/http/current-request.ts';

/** A response whose client has left. */
function abandonedResponse(): ServerResponse {
  const socket = Object.assign(new EventEmitter(), { destroyed: true });
  const response = Object.assign(new EventEmitter(), { req: { socket }, writableEnded: true });
  return response as unknown as ServerResponse;
}

const fails = (): boolean =>
  failCurrentRequest(() => {
    throw new Error('An abandoned response is not answered.');
  });

test('a request is followed until it was handled, although its client left long before', async () => {
  const belongs: boolean[] = [];
  followRequest({ response: abandonedResponse(), requestId: undefined }, async () => {
    await pause(250);
    setTimeout(() => belongs.push(fails()), 20);
  });
  await expect.poll(() => belongs).toEqual([true]);
});

test('a request whose handler never ends is followed no longer once it has failed', async () => {
  const belongs: boolean[] = [];
  followRequest({ response: abandonedResponse(), requestId: undefined }, async () => {
    setTimeout(() => belongs.push(fails()), 10);
    setTimeout(() => belongs.push(fails()), 300);
    await new Promise<void>(() => undefined);
  });
  await expect.poll(() => belongs).toEqual([true, false]);
});
