import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createFileFieldService } from '../../../../src/services/renditions/file-fields.ts';
import {
  addPerson,
  bareRepository,
  fileFields,
  homeOf,
  makeBareNode,
  memorySeams,
  programDictionary,
} from '../../../support/bare-repository.ts';
import { referenceTo } from '../../../support/content-reference.ts';

const said = { title: 'Optik', authors: ['Ada Lovelace'] };

/** A file of Anna, and its content before and now. */
async function replacedFile() {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  const { id } = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'a.docx' });
  const [before, now] = await Promise.all(
    ['before', 'now'].map(async (text) =>
      referenceTo(await seams.content.write(Readable.from([Buffer.from(text)])), 'application/zip'),
    ),
  );
  if (before === undefined || now === undefined) throw new Error('Two contents were written.');
  await seams.store.change(async (change) => {
    const node = await change.nodes.get(id);
    if (node !== undefined) change.nodes.put(id, { ...node, content: now });
  });
  return { store: seams.store, id, before, now };
}

test('what a replaced content says fills nothing', async () => {
  const { store, id, before, now } = await replacedFile();
  await store.change((change) => fileFields.fill(change, id, before.hash, said));
  expect((await store.nodes.get(id))?.properties['cclom:title']).toBeUndefined();
  await store.change((change) => fileFields.fill(change, id, now.hash, said));
  expect((await store.nodes.get(id))?.properties['cclom:title']).toEqual(['Optik']);
});

test('a node that was purged meanwhile is not written again', async () => {
  const { store, id, now } = await replacedFile();
  await store.change(async (change) => change.nodes.delete(id));
  await store.change((change) => fileFields.fill(change, id, now.hash, said));
  expect(await store.nodes.get(id)).toBeUndefined();
});

test('values beyond the limits of properties fill nothing', async () => {
  const { store, id, now } = await replacedFile();
  for (const propertyLimits of [
    { value: 3, values: 10, node: 10_000 },
    { value: 100, values: 10, node: 20 },
  ]) {
    const strict = createFileFieldService({ fieldsFromFiles: true, contentModel: programDictionary, propertyLimits });
    await store.change((change) => strict.fill(change, id, now.hash, said));
    expect((await store.nodes.get(id))?.properties['cclom:title']).toBeUndefined();
  }
});
