import { Readable } from 'node:stream';
import { describe, test } from 'vitest';
import { readPropertiesText } from '../../src/adapters/metadata-import/properties-text.ts';
import { predicateName } from '../../src/adapters/metadata-import/skos/skos-vocabulary.ts';
import { withoutCircles } from '../../src/adapters/metadata-sets/inheritance-circles.ts';
import { readXml } from '../../src/adapters/texts/xml-reader.ts';
import { parseJavaProperties } from '../../src/api/request/java-properties.ts';
import { parseInput } from '../../src/api/request/parse-input.ts';
import { rangeOf } from '../../src/api/request/range-header.ts';
import { jsonLdScripts } from '../../src/cli/import/xml/json-ld-scripts.ts';
import { plainText } from '../../src/cli/import/xml/plain-text.ts';
import { readJsonTable } from '../../src/cli/tables/json-table.ts';
import { operations } from '../../src/contract/index.ts';
import { inherited } from '../../src/domain/metadata/metadata-inheritance.ts';
import { setProblems } from '../../src/domain/metadata/metadata-problems.ts';
import type { MetadataSet } from '../../src/domain/metadata/metadata-set.ts';
import { idOf } from '../../src/domain/metadata-import/ids.ts';
import { readQuery } from '../../src/http/query.ts';
import { isRefusedHead } from '../../src/http/response/raw-response.ts';
import { expectLinear } from '../support/growth.ts';

const refusedPacket = (text: string): Error => Object.assign(new Error('refused'), { rawPacket: Buffer.from(text) });

const longQuery = { longQuery: true } as const;

/** A list of one property again and again, as `nodeForm=list` writes properties. */
const sameProperty = (count: number) =>
  parseInput(operations.createNode, {
    operation: 'createNode',
    params: { repository: '-home-', node: 'n' },
    query: { type: 'ccm:io' },
    body: Array.from({ length: count }, () => ({ name: 'cm:name', values: ['a'] })),
    headers: {},
  });

/** Each set inherits from the next one. */
const chainOfSets = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `s${at}`, inherits: `s${at + 1}` }) as unknown as MetadataSet);

const setOfFields = (count: number) =>
  ({ id: 'x', fields: Array.from({ length: count }, (_, at) => ({ property: `cm:${at}` })) }) as unknown as MetadataSet;

/** Both sizes of a list take more than 128 KB, which V8 allocates as large objects: a step between the two would look like growth. */
const sizeOfLists = 20_000;

/** What took four times as long for twice the input, or would with a simpler reader. */
const readers: Readonly<Record<string, readonly [run: (size: number) => unknown, size: number]>> = {
  'a query of one name': [(size) => readQuery('a&'.repeat(size).slice(0, -1), longQuery), 500],
  'a query of other names': [
    (size) => readQuery(Array.from({ length: size }, (_, at) => `a${at}`).join('&'), longQuery),
    500,
  ],
  'the packet of a refused request': [(size) => isRefusedHead(refusedPacket('A'.repeat(size))), 32_000],
  'the blanks of a range': [(size) => rangeOf(`bytes=1-${' '.repeat(size)}x`, 5), 32_000],
  'elements in elements of properties in XML': [(size) => parseJavaProperties('<a>'.repeat(size)), 20_000],
  'elements in elements of a description': [(size) => plainText('<div>'.repeat(size)), 40_000],
  'elements in elements of a page': [(size) => jsonLdScripts('<div>'.repeat(size)), 40_000],
  'elements in elements of a document': [
    (size) => readXml(Readable.from([Buffer.from('<a>'.repeat(size))]), {}),
    40_000,
  ],
  'values of one property': [sameProperty, sizeOfLists],
  'the backslashes of a line': [(size) => readPropertiesText(`${'\\'.repeat(size)}a`), 32_000],
  'a long address without an end': [(size) => predicateName(`${'a'.repeat(size)}#b`), 32_000],
  'sets that inherit one from the other': [(size) => withoutCircles(chainOfSets(size), [], ''), 2_000],
  'the ancestors of a set': [
    (size) => {
      const sets = chainOfSets(size);
      const [first] = sets;
      return first && inherited(first, new Map(sets.map((set) => [set.id, set])));
    },
    8_000,
  ],
  'the fields of a set': [(size) => [...setProblems({ sets: [setOfFields(size)], valueLists: [] }, [])], sizeOfLists],
  'objects of a JSON list': [
    (size) => readJsonTable(JSON.stringify(Array.from({ length: size }, (_, at) => ({ [`a${at % 900}`]: at })))),
    2_000,
  ],
  'the dots of a name': [(size) => idOf(`a${'.'.repeat(size)}a`), 32_000],
};

describe('twice the input takes at most 2.5 times the CPU', () => {
  test.each(Object.entries(readers))('%s', async (_, [run, size]) => {
    await expectLinear(run, size);
  });
});
