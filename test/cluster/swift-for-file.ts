import { afterAll, beforeAll, beforeEach } from 'vitest';
import { skipWithout } from '../support/skip-policy.ts';
import { hasSwift, missingSwift, type SwiftServer, startSwift } from '../support/swift.ts';

/** A server for the tests of a file. Call this first in it: without Swift the tests are left out. */
export function swiftForFile(): () => SwiftServer {
  let server: SwiftServer | undefined;
  beforeAll(async () => {
    if (hasSwift()) server = await startSwift();
  });
  beforeEach((context) => {
    if (!hasSwift()) skipWithout(context, missingSwift);
  });
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error('The server is there only while a test runs.');
    return server;
  };
}
