import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

async function jsonOf(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8'));
}

test('an installation tells nobody of itself: the script of a package that would is switched off', async () => {
  // swagger-ui-dist depends on @scarf/scarf, which reports each installation unless a package above says no.
  expect(await jsonOf('package.json')).toMatchObject({ scarfSettings: { enabled: false } });
});

test('the packages that run a script when they are installed are known', async () => {
  const { packages } = (await jsonOf('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  // A new one is looked at before it enters here: what it does, and whom it asks.
  expect([...new Set(names)].sort()).toEqual(['@scarf/scarf', 'classic-level', 'esbuild']);
});
