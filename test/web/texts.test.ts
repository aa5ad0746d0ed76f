import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { de } from '../../src/web/texts/de.ts';
import { en } from '../../src/web/texts/en.ts';
import { createTexts } from '../../src/web/texts/texts.ts';

const web = fileURLToPath(new URL('../../src/web', import.meta.url));

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('texts'))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }));

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

/** Attributes that people read or hear. */
const readAloud = new Set(['alt', 'aria-label', 'label', 'placeholder', 'title']);

/** The texts in a template that do not come from the tables. */
function textsInTemplate(text: string): string[] {
  const found: string[] = [];
  const hasLetters = (each: string): boolean => /\p{L}/u.test(each);
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasLetters(node.text)) found.push(node.text.trim());
    if (ts.isJsxAttribute(node) && node.initializer !== undefined && ts.isStringLiteral(node.initializer)) {
      const name = node.name.getText();
      const isComponentKey = name === 'title' || name === 'label';
      if (
        readAloud.has(name) &&
        hasLetters(node.initializer.text) &&
        !(isComponentKey && node.initializer.text in de)
      ) {
        found.push(node.initializer.text);
      }
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

describe('the texts', () => {
  test('have the same keys in the same order, and the same placeholders', () => {
    expect(Object.keys(en)).toEqual(Object.keys(de));
    expect(Object.keys(de)).toEqual(Object.keys(de).toSorted());
    for (const [key, text] of Object.entries(de)) {
      expect(placeholders(en[key as keyof typeof de]), key).toEqual(placeholders(text));
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
    }
  });

  test('have both forms where there is a number', () => {
    const forms = Object.keys(de).filter((key) => /\.(?:one|other)$/.test(key));
    for (const key of forms) expect(de).toHaveProperty([key.replace(/\.(?:one|other)$/, '.one')]);
    expect(forms.length % 2).toBe(0);
  });

  test('are all used', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const stems = [...all.matchAll(/`([a-z-]+(?:\.[a-z-]+)*[.-])\$\{/g)].map(([, stem = '']) => stem);
    const isUsed = (key: string): boolean => {
      const name = key.replace(/\.(?:one|other)$/, '');
      return all.includes(`'${name}'`) || all.includes(`"${name}"`) || stems.some((stem) => name.startsWith(stem));
    };
    expect(Object.keys(de).filter((key) => !isUsed(key))).toEqual([]);
  });

  test('of notices are those that forms lead to', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const notices = Object.keys(de).filter((key) => key.startsWith('notice.'));
    for (const notice of notices) expect(all, notice).toContain(notice.slice('notice.'.length));
  });

  test('are in no template', () => {
    expect(sources.length).toBeGreaterThan(20);
    for (const { name, text } of sources) expect(textsInTemplate(text), name).toEqual([]);
  });

  test.each(['<p>Hallo</p>', '<img alt="Bild" />', '<p>{a} and {b}</p>', '<Layout title="Suche" />'])(
    'in a template such as %s would be seen',
    (text) => {
      expect(textsInTemplate(`export const a = ${text};`)).toHaveLength(1);
    },
  );
});

describe('formats', () => {
  test.each([
    [0, '0 B', '0 B'],
    [999, '999 B', '999 B'],
    [1234, '1,2 kB', '1.2 kB'],
    [5_000_000_000_000, '5 TB', '5 TB'],
    [5e18, '5.000.000 TB', '5,000,000 TB'],
  ])('of %i bytes are %s and %s', (bytes, german, english) => {
    expect([createTexts('de').size(bytes), createTexts('en').size(bytes)]).toEqual([german, english]);
  });

  test('of times take both forms of the interface, and leave other texts', () => {
    const { date } = createTexts('de');
    expect([date('2026-03-01T12:00:00Z'), date('1772366400000'), date('im Mai')]).toEqual([
      '01.03.2026',
      '01.03.2026',
      'im Mai',
    ]);
  });

  test('of numbers choose the singular and the plural', () => {
    const { count } = createTexts('en');
    expect([count('collection.items', 1), count('collection.items', 0), count('collection.items', 1200)]).toEqual([
      '1 item',
      '0 items',
      '1,200 items',
    ]);
  });
});
