import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { batchFile } from '../../src/client/batch-file.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { peakBytes, requireProcessMemory, residentBytes } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';
import { openBrowser, requireBrowser } from '../support/browser.ts';

const megabyte = 1024 * 1024;
const big = 1024 * megabyte;
const allowedMemory = 100 * megabyte;

const entryCount = 10_000;
const batchSize = 500;

const password = 'correct horse battery';

const homeFolder = { repository: '-home-', node: '-userhome-' } as const;

interface Site {
  readonly daemon: DaemonProcess;
  readonly folder: string;
  readonly page: Page;
}

/** A server with an open browser, in which the administrator is signed in. */
async function openSite(context: TestContext): Promise<Site> {
  requireBrowser(context);
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const daemon = await startDaemon({ dataDirectory: join(folder.path, 'data'), password });
  onTestFinished(daemon.kill);
  const { origin } = new URL(daemon.url);
  const browser = await openBrowser(origin);
  onTestFinished(browser.close);
  const page = await browser.newPage();
  await page.goto(`${origin}/sign-in`);
  await signIn(page);
  await page.waitForURL(`${origin}/`);
  return { daemon, folder: folder.path, page };
}

async function signIn(page: Page): Promise<void> {
  await page.fill('#userName', 'admin');
  await page.fill('#password', password);
  await page.keyboard.press('Enter');
}

/** A file of 1 GB with another text in each megabyte, and its digest. */
async function newBigFile(path: string): Promise<string> {
  const file = await open(path, 'wx');
  await file.truncate(big);
  for (let at = 0; at < big; at += megabyte) await file.write(Buffer.from(`${at}`.padStart(12)), 0, 12, at);
  await file.close();
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: megabyte }), hash);
  return hash.digest('hex');
}

test('1 GB is uploaded on a page, and takes less than 100 MB more memory in the server', async (context) => {
  requireProcessMemory(context);
  const { daemon, folder, page } = await openSite(context);
  const path = join(folder, 'film.bin');
  const digest = await newBigFile(path);
  await page.goto(new URL('/folder/-userhome-', daemon.url).href);
  await page
    .locator('details.menu', { has: page.locator('form.upload') })
    .locator('summary')
    .click();
  const before = await residentBytes(daemon.pid);
  await page.setInputFiles('#file', path);
  await page.locator('form.upload button[type="submit"]').click();
  const progress = page.locator('.uploads progress');
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);
  await page.waitForURL(/notice=uploaded/, { timeout: 0 });
  const growth = (await peakBytes(daemon.pid)) - before;
  report(`1 GB uploaded on a page: server +${Math.round(growth / megabyte)} MB`);
  const { node } = await daemon.client.resolvePath({ ...homeFolder, path: 'film.bin' });
  expect([node.content.hash, node.size]).toEqual([digest, `${big}`]);
  expect(growth).toBeLessThan(allowedMemory);
});

test('a folder of 10,000 entries is shown in pages, in each order, also after the server was away', async (context) => {
  const { daemon, folder: place, page } = await openSite(context);
  const { node: folder } = await daemon.client.createNode({
    ...{ ...homeFolder, type: 'ccm:map' },
    body: { 'cm:name': ['Viel'] },
  });
  for (let from = 0; from < entryCount; from += batchSize) {
    const entries = Array.from({ length: batchSize }, (_, at) => ({
      ...{ id: randomUUID(), parent: folder.ref.id },
      properties: { 'cm:name': [`Blatt ${String(from + at).padStart(5, '0')}.txt`] },
    }));
    await daemon.client.createNodes({ body: batchFile(entries) });
  }
  const address = new URL(`/folder/${folder.ref.id}`, daemon.url).href;
  const titles = () => page.locator('.entry .title').allInnerTexts();
  await page.goto(address);
  expect(await titles()).toEqual(Array.from({ length: 100 }, (_, at) => `Blatt ${String(at).padStart(5, '0')}.txt`));
  await page.locator('nav.pager a[rel="next"]').click();
  await page.waitForURL(/skip=100/);
  expect((await titles())[0]).toBe('Blatt 00100.txt');
  await page.goto(`${address}?skip=9900`);
  expect((await titles()).at(-1)).toBe('Blatt 09999.txt');
  await page.goto(`${address}?sort=newest&view=tiles`);
  expect(await titles()).toHaveLength(100);

  const { port } = new URL(daemon.url);
  await daemon.stop();
  await page.goto(address).catch(() => undefined);
  const again = await startDaemon({ dataDirectory: join(place, 'data'), port: Number(port), password });
  onTestFinished(again.kill);
  // Sessions end with the server. The sign-in leads back to the page.
  await page.goto(address);
  await signIn(page);
  await page.waitForURL(address);
  expect((await titles())[0]).toBe('Blatt 00000.txt');
});
