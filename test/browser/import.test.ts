import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClosedBrowser, hasBrowser, openBrowser, requireBrowser } from '../support/browser.ts';
import { findings, picture, sizes } from '../support/looked-at.ts';
import { anna } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { makeFolder, namesIn, newName } from '../support/trees.ts';

const list = `Titel;URL;Art;Lizenz
Wie Pflanzen Zucker herstellen: die Photosynthese im Blatt einer Buche;https://www.example.org/material/biologie/photosynthese;Video;CC BY 4.0
Der Kreis;https://www.example.org/kreis;Arbeitsblatt;CC BY-SA 4.0
Ohne Adresse;;Video;CC0
Mit unbekannter Lizenz;https://www.example.org/lizenz;Video;Geheim`;

withTransports(
  (school) => {
    let browser: ClosedBrowser;
    const origin = (): string => school.raw.baseUrl.origin;
    beforeAll(async () => {
      if (hasBrowser) browser = await openBrowser(origin());
    });
    afterAll(() => browser?.close());
    beforeEach((context) => requireBrowser(context));

    async function isFine(page: Page, name: string, width: number): Promise<void> {
      for (const language of ['en', 'de'] as const) {
        await page.locator(`button[value="${language}"]`).click();
        await picture(page, `import-${name}-${language}-${width}`);
        expect(await findings(page), `${name}, ${language}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
        expect(await page.evaluate('document.documentElement.lang')).toBe(language);
      }
    }

    test.each(sizes)('a teacher imports a list in a window of $width pixels', async (size) => {
      const folder = await makeFolder(school.anna, { name: newName('Links') });
      const page = await browser.newPage(size);
      await page.context().clearCookies();
      await page.goto(`${origin()}/sign-in`);
      await page.fill('#userName', anna.userName);
      await page.fill('#password', anna.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin()}/`);

      await page.goto(`${origin()}/folder/${folder.ref.id}`);
      await page.locator('a[href$="/import"]').click();
      await isFine(page, 'form', size.width);
      await page.setInputFiles('#file', { name: 'Links.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
      await page.locator('form.card button').click();
      await picture(page, `import-checking-${size.width}`);

      await page.locator('form[action$="/run"] button').waitFor({ timeout: 60_000 });
      await isFine(page, 'preview', size.width);
      await page.reload();
      await page.locator('form[action$="/run"] button').click();
      await page.locator('form[action$="/run"]').waitFor({ state: 'detached' });
      await page.locator('a[href$="/report"]').waitFor({ timeout: 60_000 });
      await isFine(page, 'report', size.width);
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('a[href$="/report"]').click()]);
      expect(download.suggestedFilename()).toBe('import.csv');
      expect(await namesIn(school.anna, folder)).toContain('Der Kreis');
      await page.close();
      expect(browser.complaints).toEqual([]);
    });
  },
  { only: ['TCP'] },
);
