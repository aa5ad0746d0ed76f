import { beforeEach, expect, test } from 'vitest';
import type { HandlerParts, Handlers } from '../../../src/api/handler.ts';
import { serviceHandlers } from '../../../src/api/handlers/service.ts';
import type { RequestContext } from '../../../src/api/request-context.ts';

let indexing: { state: 'ready' | 'building' };
let handlers: Pick<Handlers, 'getReadiness'>;

beforeEach(() => {
  indexing = { state: 'building' };
  handlers = serviceHandlers({ services: { indexing, dataExports: { enabled: false } } } as HandlerParts);
});

const readiness = (mode: 'SERVICE' | 'SEARCH', timeoutSeconds: number) =>
  handlers.getReadiness({ params: { mode }, query: { timeoutSeconds }, body: undefined }, {} as RequestContext);

test('while the index is built, the service is ready and the search is not', async () => {
  expect(await readiness('SERVICE', 0)).toEqual({ statusCode: 'OK' });
  await expect(readiness('SEARCH', 0)).rejects.toMatchObject({ code: 'Unavailable' });
});

test('a search that becomes ready in time is waited for', async () => {
  const waiting = readiness('SEARCH', 30);
  indexing.state = 'ready';
  expect(await waiting).toEqual({ statusCode: 'OK' });
});
