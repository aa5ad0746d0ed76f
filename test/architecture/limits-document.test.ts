import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Configuration } from '../../src/daemon/configuration/configuration.ts';
import { configurationKeys } from '../../src/daemon/configuration/configuration-keys.ts';
import { generatedDocuments } from '../support/documents.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const page = readFileSync(pathOf('docs/limits.md'), 'utf8');
const template = readFileSync(pathOf('data-template/config.yaml'), 'utf8');

/** A setting on the page, with its default as it stands there, without the quotation marks. */
const rows = [...page.matchAll(/^\| `([a-zA-Z.]+)` +\| (`[^|]+`) +\| (\d{3}|closed) +\| \S/gm)].map(
  ([, key = '', value = '', status = '']) => ({ key, value: value.replaceAll('`', ''), status }),
);

const defaults: unknown = Configuration.parse({});

function defaultOf(key: string): string {
  const value = key.split('.').reduce((at: unknown, name) => (at as Readonly<Record<string, unknown>>)[name], defaults);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const keys = configurationKeys.map((key) => key.join('.')).filter((key) => key.startsWith('limits.'));

describe('docs/limits.md', () => {
  test('has a row for every setting of the section limits, once', () => {
    expect(keys.length).toBeGreaterThan(15);
    expect(
      rows
        .map(({ key }) => key)
        .filter((key) => key.startsWith('limits.'))
        .sort(),
    ).toEqual([...keys].sort());
  });

  test.each(rows)('has the default of $key as it is', ({ key, value }) => {
    expect(defaultOf(key)).toBe(value);
  });

  test('has no row of another form', () => {
    expect(page.match(/^\| `/gm)).toHaveLength(rows.length);
  });
});

test.each(keys)('%s is in the template of the configuration, with its default', (key) => {
  const name = key.slice('limits.'.length);
  const [, value = ''] = new RegExp(`^  # ${name}: (.+)$`, 'm').exec(template) ?? [];
  expect(value.replace(/^\[(.*)\]$/, '$1').replaceAll('"', '')).toBe(defaultOf(key));
});

test('the OpenAPI document has all limits but the addresses, and the statuses of refusals', () => {
  const document = JSON.parse(generatedDocuments[0]?.text() ?? '') as {
    readonly 'x-limits': Readonly<Record<string, unknown>>;
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>;
  };
  const published = Object.fromEntries(
    keys
      .filter((key) => key !== 'limits.unlimitedAddresses')
      .map((key) => [key.slice('limits.'.length), defaultOf(key)]),
  );
  const described = Object.entries(document['x-limits']).map(([name, value]) => [name, String(value)]);
  expect(Object.fromEntries(described)).toEqual(published);
  const responses = document.paths['/node/v1/nodes/{repository}/{node}/metadata']?.['put']?.responses ?? {};
  const statuses = ['400', '406', '408', '413', '415', '429', '503'];
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
});
