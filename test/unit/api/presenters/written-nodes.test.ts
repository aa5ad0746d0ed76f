import { expect, test } from 'vitest';
import { WrittenNodes } from '../../../../src/api/presenters/nodes/written-nodes.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import { allRights, noRights } from '../../../../src/domain/access/rights.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { NodeView } from '../../../../src/services/views/node-views.ts';

type Options = Parameters<WrittenNodes['json']>[1];

const node = newNode({
  ...{ id: '11111111-1111-4111-8111-111111111111' as NodeId, parent: null, type: 'ccm:io', folder: false },
  ...{ name: 'a.txt', at: '2026-11-24T12:00:00.000Z', by: 'anna' },
});

const view: NodeView = {
  ...{ node, rights: allRights, isPublic: false, creator: undefined, modifier: undefined, owner: undefined },
  ...{ thumbnail: undefined, captions: { of: () => undefined, hasSet: () => false }, more: undefined },
};

const links = { base: 'http://a', download: () => '', preview: () => '', icon: () => '' };
const options: Options = { links, representation: { form: 'map', properties: undefined }, locale: undefined };

function counting() {
  let writes = 0;
  const nodes = new WrittenNodes(() => {
    const single = Buffer.from(String(writes));
    writes += 1;
    return { single, entry: single };
  });
  // Nodes are remembered if they were written shortly before.
  nodes.json(view, options);
  return {
    json: (one: NodeView, how: Options = options) => nodes.json(one, how).single.toString(),
    writes: () => writes - 1,
  };
}

const person = { userName: 'anna', firstName: 'Anna', lastName: 'Arnold', email: '' } as unknown as NodeView['creator'];

test('a node that is written from the same objects again is not written again', () => {
  const { json } = counting();
  expect(json(view)).toBe('1');
  expect(json({ ...view })).toBe('1');
  expect(json(view, { ...options, links: { ...links } })).toBe('1');
});

test('a node that is written once is not remembered', () => {
  let writes = 0;
  const nodes = new WrittenNodes(() => {
    writes += 1;
    return { single: Buffer.of(writes), entry: Buffer.of(writes) };
  });
  const numberOf = (one: NodeView): number | undefined => nodes.json(one, options).single[0];
  expect([view, view, view].map(numberOf)).toEqual([1, 2, 2]);
  const others = Array.from({ length: 20_000 }, (_, at) => ({
    ...view,
    node: { ...node, id: `node ${at}` as NodeId },
  }));
  others.map(numberOf);
  expect(writes).toBe(20_002);
});

const changedViews: readonly (readonly [string, Partial<NodeView>])[] = [
  ['node', { node: { ...node } }],
  ['rights', { rights: noRights }],
  ['isPublic', { isPublic: true }],
  ['creator', { creator: person }],
  ['modifier', { modifier: person }],
  ['owner', { owner: person }],
  ['thumbnail', { thumbnail: { width: 1, height: 1 } as NodeView['thumbnail'] }],
  ['captions', { captions: { of: () => [], hasSet: () => false } }],
];

test.each(changedViews)('another value of %s is written anew', (_, change) => {
  const { json } = counting();
  json(view);
  expect(json({ ...view, ...change })).toBe('2');
  expect(json({ ...view, ...change })).toBe('2');
  expect(json(view)).toBe('3');
});

test('every field of a view is compared', () => {
  const compared = [...changedViews.map(([name]) => name), 'more'];
  expect(Object.keys(view).sort()).toEqual(compared.sort());
});

const changedOptions: readonly (readonly [string, Partial<Options>])[] = [
  ['address', { links: { ...links, base: 'http://b' } }],
  ['form', { representation: { form: 'list', properties: undefined } }],
  ['language', { locale: 'de_DE' }],
];

test.each(changedOptions)('another %s is written anew', (_, change) => {
  const { json } = counting();
  json(view);
  expect(json(view, { ...options, ...change })).toBe('2');
});

test('views with additional fields, and selected properties, are never remembered', () => {
  const { json, writes } = counting();
  const selected: Options = { ...options, representation: { form: 'map', properties: new Set(['cm:name']) } };
  for (let count = 1; count <= 2; count += 1) {
    json({ ...view, more: { ownRating: 3 } });
    json(view, selected);
  }
  expect(writes()).toBe(4);
  expect(json(view)).toBe('5');
});
