import { expect, test } from 'vitest';
import { filledFromFile, propertiesFromFile } from '../../../../src/domain/nodes/file-fields.ts';
import { importedChanges, importedValues } from '../../../../src/domain/nodes/imported-changes.ts';
import type { NodeRecord, PropertyBag } from '../../../../src/domain/nodes/records.ts';
import type { FileStatements } from '../../../../src/domain/renditions/file-statements.ts';

type Described = Pick<NodeRecord, 'name' | 'properties' | 'readFromFile'>;

const said: FileStatements = {
  title: 'Optik',
  authors: ['Ada Lovelace'],
  licence: { key: 'CC_BY', details: { 'ccm:commonlicense_cc_version': '4.0' } },
};

const read = (node: Described, statements: FileStatements): Described => ({
  ...node,
  ...filledFromFile(node, statements, (properties) => properties),
});

const file = (properties: PropertyBag = {}): Described => ({ name: 'a.pdf', properties });
const edited = (node: Described, properties: PropertyBag): Described => ({ ...node, properties });

test('empty fields are filled, and only those', () => {
  const own = { 'cm:title': ['Eigener'], 'ccm:author_freetext': ['  '] };
  const node = read(file(own), said);
  expect(node.properties['cclom:title']).toBeUndefined();
  expect(node.properties['ccm:author_freetext']).toEqual(['Ada Lovelace']);
  expect(propertiesFromFile(node)).toEqual([
    ...['ccm:author_freetext', 'ccm:commonlicense_key', 'ccm:commonlicense_cc_version'],
  ]);
});

test('the author in a vCard is an author', () => {
  const card = { 'ccm:lifecyclecontributer_author': ['BEGIN:VCARD\nFN:Emmy Noether\nEND:VCARD'] };
  expect(read(file(card), said).properties['ccm:author_freetext']).toBeUndefined();
});

test('another version of the licence is a change of the licence', () => {
  const node = read(file(), said);
  const changed = edited(node, { ...node.properties, 'ccm:commonlicense_cc_version': ['3.0'] });
  expect(propertiesFromFile(changed)).toEqual(['cclom:title', 'ccm:author_freetext']);
  const next = read(changed, { licence: { key: 'CC_0', details: {} } });
  expect(next.properties).toMatchObject({
    'ccm:commonlicense_key': ['CC_BY'],
    'ccm:commonlicense_cc_version': ['3.0'],
  });
});

test('the next content replaces, removes and adds marked fields', () => {
  const next = read(read(file(), said), {
    title: 'Wellen',
    keywords: ['Licht'],
    licence: { key: 'CC_0', details: {} },
  });
  expect(next.properties).toEqual({
    'cclom:title': ['Wellen'],
    'cclom:general_keyword': ['Licht'],
    'ccm:commonlicense_key': ['CC_0'],
  });
});

test('what was removed stays removed, also after a content that says nothing', () => {
  const removed = edited(read(file(), said), {});
  expect(read(read(removed, {}), said).properties).toEqual({});
});

test('reading the same again changes nothing', () => {
  const node = read(file(), said);
  expect(filledFromFile(node, said, (properties) => properties)).toBeUndefined();
  expect(filledFromFile(file(), {}, (properties) => properties)).toBeUndefined();
});

test('a value that does not fit the property is not filled', () => {
  const node = { ...file(), ...filledFromFile(file(), said, () => ({})) };
  expect(node).toEqual(file());
});

test('an import neither clears nor keeps from its source what was read from the file', () => {
  const sent = new Map([['cclom:general_keyword', ['Licht']]]);
  const node = { ...read(file({ 'cclom:general_keyword': ['Licht'] }), said), imported: importedValues(sent) };
  expect([...importedChanges(node, sent)]).toEqual([...sent]);
  const withTitle = new Map([...sent, ['cclom:title', ['Titel der Quelle']] as const]);
  expect(importedChanges(node, withTitle).get('cclom:title')).toEqual(['Titel der Quelle']);
});
