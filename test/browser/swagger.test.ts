import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operationNames, operations } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type ClosedBrowser, hasBrowser, openBrowser, requireBrowser } from '../support/browser.ts';
import { anna } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';

/** Every way to call an operation, the further forms that clients send included. */
const forms = operationNames.map((name) => 1 + ((operations[name] as Operation).alsoServedAs?.length ?? 0));
const formCount = forms.reduce((sum, count) => sum + count, 0);

/** Leaves a picture where the variable `SCREENSHOTS` names a folder: to be looked at by a person. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined && folder !== '') await page.screenshot({ path: join(folder, `${name}.png`) });
}

const me = { repository: '-home-', person: '-me-' };

const block = (page: Page, group: string, name: string) => page.locator(`#operations-${group}-${name}`);

/** Opens an operation on the page, fills in what is given, and sends it; gives the status that the page shows. */
async function execute(page: Page, group: string, name: string, given: Record<string, string> = {}): Promise<string> {
  const operation = block(page, group, name);
  // The page draws what is in view only, and with the filter that is one group.
  if ((await operation.count()) === 0) await page.locator('.operation-filter-input').fill(group);
  await operation.locator('.opblock-summary').click();
  await operation.locator('.try-out__btn').click();
  for (const [parameter, value] of Object.entries(given)) {
    await operation.locator(`tr[data-param-name="${parameter}"] input`).fill(value);
  }
  await operation.locator('.execute').click();
  return (await operation.locator('.live-responses-table .response-col_status').last().innerText()).trim();
}

/** The operations of the whole page, by whether they are further forms. The page draws what is in view only. */
async function listedOperations(page: Page): Promise<Map<string, boolean>> {
  const listed = new Map<string, boolean>();
  for (;;) {
    const drawn = await page
      .locator('.opblock')
      .evaluateAll((blocks) =>
        blocks.map(({ id, classList }) => [id, classList.contains('opblock-deprecated')] as const),
      );
    for (const [id, isFurther] of drawn) listed.set(id, isFurther);
    const isEnd = await page.evaluate('scrollY + innerHeight >= document.documentElement.scrollHeight - 1');
    if (isEnd) return listed;
    await page.evaluate('scrollBy(0, innerHeight / 2)');
    // Two frames: the page draws in the second.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
}

withTransports(
  (school) => {
    let browser: ClosedBrowser;
    beforeAll(async () => {
      if (hasBrowser) browser = await openBrowser(school.raw.baseUrl.origin);
    });
    afterAll(() => browser?.close());
    beforeEach((context) => requireBrowser(context));

    async function opened(path: string, size?: { width: number; height: number }): Promise<Page> {
      const page = await browser.newPage(size);
      const response = await page.goto(`${school.raw.baseUrl.origin}${path}`);
      expect(response?.status()).toBe(200);
      await page.locator('.opblock').first().waitFor();
      return page;
    }

    describe('the page of the interface', () => {
      test.each(['/swagger', '/swagger/', '/edu-sharing/swagger', '/edu-sharing/swagger/'])(
        'lists at %s every operation of the table',
        async (path) => {
          const page = await opened(path);
          const listed = await listedOperations(page);
          expect(listed.size).toBe(formCount);
          expect([...listed.values()].filter((isFurther) => !isFurther)).toHaveLength(operationNames.length);
          expect(await page.title()).toMatch(/^edu-repo/);
          await page.close();
        },
      );

      test('runs GET /_about', async () => {
        const page = await opened('/swagger');
        await picture(page, 'swagger');
        expect(await execute(page, 'service', 'getAbout')).toBe('200');
        const operation = block(page, 'service', 'getAbout');
        expect(await operation.locator('.live-responses-table').innerText()).toContain('"repository": "9.1"');
        await operation.scrollIntoViewIfNeeded();
        await picture(page, 'swagger-about');
        await page.close();
      });

      test('takes a password by Authorize', async () => {
        const page = await opened('/edu-sharing/swagger/');
        await page.locator('.auth-wrapper .authorize').first().click();
        await picture(page, 'swagger-authorize');
        const ways = page.locator('.dialog-ux .auth-container');
        expect(await ways.locator('h4').allInnerTexts()).toEqual([
          expect.stringMatching(/^basic/),
          expect.stringMatching(/^bearer/),
          expect.stringMatching(/^oauth/),
          expect.stringMatching(/^ticket/),
        ]);
        const basic = ways.first();
        await basic.locator('#auth-basic-username').fill(anna.userName);
        await basic.locator('#auth-basic-password').fill(anna.password);
        await basic.locator('button.authorize').click();
        await basic.locator('.btn-done').click();
        expect(await execute(page, 'iam', 'getPerson', me)).toBe('200');
        await page.close();
      });

      test('calls as whoever is signed in to this browser, also to change something', async () => {
        const page = await opened('/swagger');
        const signIn = async ([userName, password]: readonly string[]) => {
          const authorization = `Basic ${btoa(`${userName}:${password}`)}`;
          await fetch('edu-sharing/rest/authentication/v1/validateSession', { headers: { authorization } });
          const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"cm:name":["Neu"]}' };
          const made = await fetch('edu-sharing/rest/node/v1/nodes/-home-/-userhome-/children?type=ccm:map', init);
          return made.status;
        };
        expect(await page.evaluate(signIn, [anna.userName, anna.password])).toBe(200);
        expect(await execute(page, 'iam', 'getPerson', me)).toBe('200');
        await page.close();
      });

      test('can be read and used on a telephone', async () => {
        const page = await opened('/swagger', { width: 390, height: 800 });
        await picture(page, 'swagger-narrow');
        expect(await execute(page, 'service', 'getAbout')).toBe('200');
        await block(page, 'service', 'getAbout').scrollIntoViewIfNeeded();
        await picture(page, 'swagger-narrow-about');
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(390);
        await page.close();
      });
    });

    test('it asked nobody else for anything, and nothing went wrong in it', () => {
      expect(browser.triedElsewhere).toEqual([]);
      expect(browser.complaints).toEqual([]);
    });
  },
  { only: ['TCP'] },
);
