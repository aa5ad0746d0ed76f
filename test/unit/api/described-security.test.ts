import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operationNames, operations } from '../../../src/contract/index.ts';
import type { Operation } from '../../../src/contract/operation.ts';

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly name?: string }>> };
}

// Another test compares this file with what the server sends.
const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as Document;
const described = Object.values(document.paths).flatMap((item) => Object.values(item));
const schemes = document.components.securitySchemes;

/** The names of the headers of each way to call the operation that is not one of the document. */
const waysOf = (name: string): readonly (readonly string[])[] | undefined =>
  described
    .find(({ operationId }) => operationId === name)
    ?.security?.map((way) => Object.keys(way).map((scheme) => schemes[scheme]?.name ?? scheme));

const signature = ['X-Edu-App-Id', 'X-Edu-App-Ts', 'X-Edu-App-Signed', 'X-Edu-App-Sig'];

test('openapi.json says where the headers of a signature are needed, or are enough', () => {
  expect(waysOf('signInByApp')).toEqual([signature]);
  for (const name of ['deleteUsage', 'downloadContent', 'getRenderingDetails']) {
    expect(waysOf(name), name).toContainEqual(signature);
    expect(waysOf(name), name).toContainEqual(['basic']);
  }
  expect(waysOf('deleteNode')).toBeUndefined();
  expect(waysOf('getAbout')).toEqual([]);
});

test('only public operations need no sign-in and no signature', () => {
  for (const name of operationNames) {
    const { access, signed }: Operation = operations[name];
    expect(waysOf(name)?.length === 0, name).toBe(access === 'public' && signed !== true);
  }
});
