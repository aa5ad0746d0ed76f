import { existsSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { removeFolder, temporaryFolder } from './repository.ts';
import { skipWithout } from './skip-policy.ts';

export const browserProgram = '/usr/bin/chromium';

/** Nothing that a browser does by itself, and no name that leads anywhere: it reaches this machine only. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Runs in each page before all of its own. */
const tellRefusals = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  console.error('The policy refused ' + blockedURI + ' by ' + violatedDirective + '.');
});`;

/** A real browser with an empty profile, whose network is closed but for some origins. */
export interface ClosedBrowser {
  newPage(size?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** What pages wanted from elsewhere. It was refused. */
  readonly triedElsewhere: readonly string[];
  /** What pages wrote on their console as errors and warnings, what they threw, and what their policy refused. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export const hasBrowser = existsSync(browserProgram);

/** Leaves the test out where there is no browser. */
export function requireBrowser(context: Pick<TestContext, 'skip'>): void {
  if (!hasBrowser) skipWithout(context, `${browserProgram}; install the package chromium`);
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

async function closeNetwork(
  context: BrowserContext,
  origins: readonly string[],
  triedElsewhere: string[],
): Promise<void> {
  await context.route('**', async (route) => {
    const url = route.request().url();
    if (origins.includes(new URL(url).origin)) return route.continue();
    triedElsewhere.push(url);
    return route.abort();
  });
}

/** Opens a browser that reaches these origins only; the caller closes it. */
export async function openBrowser(...origins: readonly string[]): Promise<ClosedBrowser> {
  const profile = await temporaryFolder();
  const triedElsewhere: string[] = [];
  const complaints: string[] = [];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserProgram,
    args: browserFlags,
  });
  await closeNetwork(context, origins, triedElsewhere);
  await context.addInitScript({ content: tellRefusals });
  return {
    triedElsewhere,
    complaints,
    async newPage(size = { width: 1280, height: 900 }) {
      const page = await context.newPage();
      await page.setViewportSize(size);
      listen(page, complaints);
      return page;
    },
    async close() {
      await context.close();
      await removeFolder(profile);
    },
  };
}
