import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registeredApp, signedBy } from '../support/apps.ts';
import { type ClosedBrowser, hasBrowser, openBrowser, requireBrowser } from '../support/browser.ts';
import { withTransports } from '../support/transports.ts';
import { makeFile } from '../support/trees.ts';
import { newPlace, newPlatform } from '../support/usages.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page of a learning platform, on another port and therefore of another origin. It keeps what it is told. */
const platformPage = `<!doctype html><html lang="en"><title>Platform</title><script>
  window.told = new Promise((resolve) => addEventListener('message', ({ origin, data }) => resolve({ origin, data })));
</script>`;

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end(platformPage);
});
const port = await new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
});
const origin = `http://127.0.0.1:${port}`;

afterAll(() => {
  server.close();
});

interface Told {
  readonly origin: string;
  readonly data: { readonly event: string; readonly data: { readonly objectUrl: string; readonly name: string } };
}

async function findings(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))`,
  );
}

withTransports(
  (school) => {
    let browser: ClosedBrowser;
    beforeAll(async () => {
      if (hasBrowser) browser = await openBrowser(origin, school.raw.baseUrl.origin);
    });
    afterAll(() => browser?.close());
    beforeEach((context) => requireBrowser(context));

    const pages = (): string => `${school.raw.baseUrl.origin}/edu-sharing`;

    async function pickerAddress(path: string, more: Readonly<Record<string, string>>): Promise<string> {
      const app = await registeredApp(school);
      const { ticket } = await school.withHeaders(signedBy(app)).signInByApp({ userId: 'anna' });
      return `${pages()}${path}?${new URLSearchParams({ ticket, ...more })}`;
    }

    test('a window hands the chosen node to the platform that opened it', async () => {
      const file = await makeFile(school.anna, 'x', { name: 'Auswahlblatt.txt' });
      const page = await browser.newPage();
      await page.goto(origin);
      const address = await pickerAddress('/components/search', { reurl: 'WINDOW' });
      const [picker] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate((url) => void window.open(url), address),
      ]);
      await picker.fill('#q', 'auswahlblatt');
      await picker.keyboard.press('Enter');
      const use = picker.locator('button[data-node]').first();
      await use.waitFor();
      expect(await findings(picker)).toEqual([]);
      await use.click();
      const told = (await page.evaluate('window.told')) as Told;
      expect(told.origin).toBe(school.raw.baseUrl.origin);
      expect(told.data.event).toBe('APPLY_NODE');
      expect(told.data.data).toMatchObject({ name: file.name, objectUrl: `ccrep://${file.ref.repo}/${file.ref.id}` });
      await page.close();
    });

    test('a frame hands it to the page around it, and a page of its own says that there is none', async () => {
      const file = await makeFile(school.anna, 'x', { name: 'Rahmenblatt.txt' });
      const page = await browser.newPage();
      await page.goto(origin);
      const address = await pickerAddress('/components/workspace/files', { reurl: 'IFRAME' });
      await page.evaluate((url) => {
        const frame = document.createElement('iframe');
        Object.assign(frame, { src: url, title: 'picker', width: 800, height: 800 });
        document.body.append(frame);
      }, address);
      const button = `button[aria-label$="${file.name}"]`;
      await page.frameLocator('iframe').locator(button).click();
      expect(((await page.evaluate('window.told')) as Told).data.data.name).toBe(file.name);
      await page.goto(address);
      await page.locator(button).click();
      await page.locator('#no-platform').waitFor();
      expect(await findings(page)).toEqual([]);
      await page.close();
    });

    test('a pupil without an account sees in a frame what the course uses', async () => {
      const [platform, place] = [await newPlatform(school), newPlace()];
      const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
      const file = await makeFile(school.anna, gif, {
        mimeType: 'image/gif',
        properties: { 'cclom:title': 'Ein Bild' },
      });
      await platform.uses(file, place);
      const timestamp = Date.now();
      const signed = `${platform.app.id}${timestamp}${file.ref.id}`;
      const query = new URLSearchParams({
        ...{ app_id: platform.app.id, obj_id: file.ref.id, ts: String(timestamp), signed },
        sig: platform.signature({ signed, timestamp })['x-edu-app-sig'] ?? '',
        ...{ course_id: place.courseId, resource_id: place.resourceId },
      });
      const page = await browser.newPage();
      await page.goto(origin);
      await page.evaluate((url) => {
        const frame = document.createElement('iframe');
        Object.assign(frame, { src: url, title: 'viewer', width: 800, height: 800 });
        document.body.append(frame);
      }, `${pages()}/renderingproxy?${query}`);
      const picture = page.frameLocator('iframe').locator('img[alt="Ein Bild"]');
      await picture.waitFor();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      await page.goto(`${pages()}/renderingproxy?${query}`);
      expect(await findings(page)).toEqual([]);
      await page.close();
    });

    test('the pages asked no other server for anything, and their policy refused nothing', () => {
      expect([browser.triedElsewhere, browser.complaints]).toEqual([[], []]);
    });
  },
  { only: ['TCP'] },
);
