import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClosedBrowser, hasBrowser, openBrowser, requireBrowser } from '../support/browser.ts';
import { anna } from '../support/people.ts';
import { type School, withTransports } from '../support/transports.ts';

/** A learning platform on another port, and therefore of another origin. */
const platform = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Platform</title>');
});
const platformPort = await new Promise<number>((resolve) => {
  platform.listen(0, '127.0.0.1', () => resolve((platform.address() as AddressInfo).port));
});
const origin = `http://127.0.0.1:${platformPort}`;

afterAll(() => {
  platform.close();
});

/** What a script of the platform gets, or the error of the browser. */
async function callFromPage([url, userName, password]: readonly string[]): Promise<unknown> {
  try {
    const authorization = `Basic ${btoa(`${userName}:${password}`)}`;
    const included = { credentials: 'include' } as const;
    await fetch(`${url}/authentication/v1/validateSession`, { ...included, headers: { authorization } });
    const created = await fetch(`${url}/node/v1/nodes/-home-/-userhome-/children?type=ccm:map&renameIfExists=true`, {
      ...included,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"cm:name":["From a page"]}',
    });
    const { node } = (await created.json()) as { node: { name: string } };
    const missing = await fetch(`${url}/node/v1/nodes/-home-/none/metadata`, included);
    const { error } = (await missing.json()) as { error: string };
    return { created: created.status, name: node.name, missing: missing.status, error };
  } catch (error) {
    return String(error);
  }
}

/** A browser that reaches the platform and the repository, for the tests of one suite. */
function useBrowser(school: School): { current(): ClosedBrowser } {
  let browser: ClosedBrowser;
  beforeAll(async () => {
    if (hasBrowser) browser = await openBrowser(origin, school.raw.baseUrl.origin);
  });
  afterAll(() => browser?.close());
  beforeEach((context) => requireBrowser(context));
  return { current: () => browser };
}

withTransports(
  (school) => {
    const { current } = useBrowser(school);

    test('a script of an allowed origin signs in, changes something and reads errors', async () => {
      const page = await current().newPage();
      await page.goto(origin);
      const { href } = school.raw.baseUrl;
      expect(await page.evaluate(callFromPage, [href, anna.userName, anna.password])).toEqual({
        created: 200,
        name: expect.stringContaining('From a page'),
        missing: 404,
        error: expect.any(String),
      });
      await page.close();
    });
  },
  { only: ['TCP'], overrides: { 'server.allowedOrigins': origin } },
);

withTransports(
  (school) => {
    const { current } = useBrowser(school);

    test('the browser refuses the script of any other origin', async () => {
      const page = await current().newPage();
      await page.goto(origin);
      const { href } = school.raw.baseUrl;
      expect(await page.evaluate(callFromPage, [href, anna.userName, anna.password])).toMatch(/Failed to fetch/);
      expect(current().complaints.join('\n')).toMatch(/CORS/);
      await page.close();
    });
  },
  { only: ['TCP'] },
);
