import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A computer, and a small telephone. */
export const sizes = [
  { width: 1280, height: 860 },
  { width: 360, height: 740 },
];

/** Leaves a picture where the variable `SCREENSHOTS` names a folder: to be looked at by a person. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined && folder !== '') await page.screenshot({ path: join(folder, `web-${name}.png`) });
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on a page, as text. The policy of the page does not hold for what a test evaluates. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => ({ violations }))`,
  )) as { readonly violations: readonly Finding[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
}
