import { beforeEach, expect, test } from 'vitest';
import type { HandlerParts, Handlers } from '../../../src/api/handler.ts';
import { serviceHandlers } from '../../../src/api/handlers/service.ts';
import type { RequestContext } from '../../../src/api/request-context.ts';

let indexing: { state: 'ready' | 'building' };
let handlers: Pick<Handlers, 'getReadiness'>;

beforeEach(() => {
  indexing = { state: 'building' };
  handlers = serviceHandlers({
    services: { indexing, dataExports: { enabled: false } },
    settings: { readTime: 1_000 },
  } as HandlerParts);
});

const readiness = (mode: 'SERVICE' | 'SEARCH', timeoutSeconds: number) =>
  handlers.getReadiness({ params: { mode }, query: { timeoutSeconds }, body: undefined }, {} as RequestContext);

test('while the index is built, the service is ready and the search is not', async () => {
  expect(await readiness('SERVICE', 0)).toEqual({ statusCode: 'OK' });
  for (const seconds of [0, 1, 30]) {
    await expect(readiness('SEARCH', seconds)).rejects.toMatchObject({ code: 'Unavailable' });
  }
});

test('a search that becomes ready in time is waited for', async () => {
  const waiting = readiness('SEARCH', 30);
  indexing.state = 'ready';
  expect(await waiting).toEqual({ statusCode: 'OK' });
});
