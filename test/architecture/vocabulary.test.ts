import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../support/shared-options.ts';
import { retiredWords } from './retired-words.ts';

interface Name {
  readonly text: string;
  readonly file: string;
}

const source = join(root, 'src');

/** The words of a name in kebab case or camel case, in lower case. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const { name } = statement as ts.Statement & { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

async function namesIn(file: string): Promise<Name[]> {
  const path = relative(source, file);
  const parsed = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest);
  const exported = parsed.statements.filter(isExported).flatMap(declaredNames);
  return [path.replace(/\.ts$/, ''), ...exported].map((text) => ({ text, file: path }));
}

const retiredIn = ({ text, file }: Name): string[] =>
  wordsOf(text)
    .filter((word) => Object.hasOwn(retiredWords, word))
    .map((word) => `${file}: ${text}: write ${retiredWords[word]} instead of "${word}"`);

test('the words of a name are found in either case', () => {
  expect(wordsOf('adapters/kept-texts')).toEqual(['adapters', 'kept', 'texts']);
  expect(retiredIn({ text: 'mostKeptTexts', file: 'x' })).toHaveLength(2);
});

test('no file name and no exported name uses a retired word', async () => {
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const names = (await Promise.all(files.map((file) => namesIn(join(source, file))))).flat();
  expect(names.length).toBeGreaterThan(2_000);
  expect(names.flatMap(retiredIn)).toEqual([]);
});
