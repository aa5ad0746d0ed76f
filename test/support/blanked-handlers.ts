import type { ApiParts, Handlers } from '../../src/api/handler.ts';
import { createHandlers as createRealHandlers } from '../../src/api/handlers.ts';
import { offerOf } from '../../src/api/response/file-offer.ts';
import { type OperationName, operations } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { isBlanked } from './blanked.ts';
import { leastValue } from './least-value.ts';

type AnyHandler = (...input: readonly unknown[]) => unknown;

const noFile = () =>
  offerOf(Buffer.alloc(0), { mimeType: 'application/octet-stream', fileName: undefined, disposition: 'attachment' });

/** What a handler returns that does nothing: it fits the table, and says as little as it allows. */
function nothingOf({ result }: Operation): unknown {
  if (result === 'empty') return undefined;
  if (result === 'file') return noFile();
  const least = leastValue(result);
  // What does not fit is found by the check of answers, and then no test has to miss the handler.
  result.parse(least);
  return least;
}

/** Takes the place of the program's own in `npm run test:blanked`: while an operation is blanked, its handler does nothing. */
export function createHandlers(api: ApiParts): Handlers {
  const handlers = Object.entries(createRealHandlers(api)).map(([name, handler]) => {
    const nothing = nothingOf(operations[name as OperationName]);
    return [name, (...input: readonly unknown[]) => (isBlanked(name) ? nothing : (handler as AnyHandler)(...input))];
  });
  // Each handler has the name and the input of the real one.
  return Object.fromEntries(handlers) as unknown as Handlers;
}
