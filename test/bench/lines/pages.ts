import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserFlags, browserProgram } from '../../support/browser.ts';
import type { Bench, Group } from '../bench.ts';
import type { Measurement } from '../figures.ts';
import { comparedLine, type Line, plainLine, type Wanted } from '../line.ts';
import { cpuSeconds } from '../process-figures.ts';
import { type Repository, teacher } from '../repository.ts';
import { below } from './get.ts';

/** How many times slower the browser is made: an old school laptop. */
const slowness = 4;
const openings = 15;
const keystrokes = 30;
const requests = 300;

/** What a page tells of its own opening: milliseconds from its start, and the sum of its layout shifts. */
interface Opening {
  readonly painted: number;
  readonly loaded: number;
  readonly shift: number;
}

const lessThan = (value: number): Wanted => ({ comparison: 'below', value });

// Run by the page, as text: TypeScript would call helpers that are not there.
const opening = `new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.hadRecentInput ? 0 : entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    resolve({ painted: paint.startTime, loaded: navigation.loadEventEnd, shift });
  }, 300);
})`;

/** Notes when a key goes down, and tells how long the list of suggestions takes to change then. */
const watchKeys = `window.keyTimes = [];
addEventListener('keydown', () => { window.keyAt = performance.now(); }, true);
new MutationObserver(() => {
  if (window.keyAt === undefined) return;
  window.keyTimes.push(performance.now() - window.keyAt);
  window.keyAt = undefined;
}).observe(document.getElementById('q-suggestions'), { childList: true, subtree: true });`;

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return page;
}

async function opened(page: Page, address: string): Promise<Opening[]> {
  const found: Opening[] = [];
  for (let at = 0; at <= openings; at += 1) {
    await page.goto(address, { waitUntil: 'load' });
    const told = (await page.evaluate(opening)) as Opening;
    // The first one fills the cache of the browser: it is not the opening of every day.
    if (at > 0) found.push(told);
  }
  return found;
}

async function openingLines(page: Page, title: string, address: string): Promise<Line[]> {
  const found = await opened(page, address);
  const of = (figure: keyof Opening): Measurement[] => found.map((each) => ({ value: each[figure] }));
  return [
    plainLine(`${title}: first contentful paint`, 'ms', of('painted'), { wanted: lessThan(300) }),
    plainLine(`${title}: loaded`, 'ms', of('loaded'), { wanted: lessThan(800) }),
    plainLine(`${title}: layout shift`, '', of('shift'), { wanted: { comparison: 'at most', value: 0.02 } }),
  ];
}

/** From a key to its suggestions, letter by letter. */
async function typingLine(page: Page, address: string): Promise<Line> {
  await page.goto(address, { waitUntil: 'load' });
  await page.focus('#q');
  await page.evaluate(watchKeys);
  const word = 'arbeitsblatt';
  for (let at = 0; at < keystrokes; at += 1) {
    const letter = word[at % word.length] ?? '';
    if (letter === 'a') await page.fill('#q', '');
    await page.keyboard.press(letter);
    await page.waitForTimeout(250);
  }
  const times = (await page.evaluate('window.keyTimes')) as number[];
  const remark = `${times.length} of ${keystrokes} keys changed the list`;
  return plainLine(
    'keystroke to suggestions',
    'ms',
    times.map((value) => ({ value })),
    { wanted: lessThan(50), remark },
  );
}

/** CPU of the server for a request, in milliseconds. */
async function cpuOf({ server }: Repository, address: string, headers: Record<string, string>): Promise<Measurement> {
  const get = async (): Promise<void> => {
    const response = await fetch(address, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
  };
  for (let at = 0; at < requests; at += 1) await get();
  const before = cpuSeconds(server.pid);
  for (let at = 0; at < requests; at += 1) await get();
  return { value: ((cpuSeconds(server.pid) - before) * 1000) / requests };
}

async function signedIn(context: BrowserContext, origin: string): Promise<Record<string, string>> {
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.fill('#userName', teacher.userName);
  await page.fill('#password', teacher.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/`);
  await page.close();
  const cookies = await context.cookies(origin);
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

async function linesWith(context: BrowserContext, bench: Bench): Promise<Line[]> {
  const repository = await bench.start('any core');
  const [folder = ''] = (await bench.fixture()).folders;
  const { origin } = new URL(repository.url);
  const headers = await signedIn(context, origin);
  const page = await slowPage(context);
  const list = new URL(below(repository.url, `/node/v1/nodes/-home-/${folder}/children?maxItems=100`), origin).href;
  const json = await cpuOf(repository, list, { authorization: repository.authorizations.teacher });
  const html = await cpuOf(repository, `${origin}/folder/${folder}`, headers);
  return [
    ...(await openingLines(page, 'start page, browser 4 times slower', `${origin}/`)),
    ...(await openingLines(page, 'folder of 100, browser 4 times slower', `${origin}/folder/${folder}`)),
    await typingLine(page, `${origin}/`),
    comparedLine('CPU of the server: folder of 100 as a page, to the same as JSON', 'ms', [json], [html], {
      comparison: 'at most',
      value: 4,
    }),
  ];
}

/** The web view in a real browser. */
export const pages: Group = async (bench) => {
  const browser = await chromium.launch({ executablePath: browserProgram, args: browserFlags });
  try {
    return await linesWith(await browser.newContext(), bench);
  } finally {
    await browser.close();
  }
};
