import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import type { ContentStore } from '../../../../src/ports/content-store.ts';
import { createVerificationService, type VerifiedPart } from '../../../../src/services/verification/verification.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryContentStore } from '../../../support/memory/content-store.ts';

const whole = { milliseconds: 60_000, findings: 1_000 };

/** A repository with ten nodes whose contents cannot be read. */
async function unreadableContents() {
  const seams = memorySeams({});
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  for (let index = 0; index < 10; index += 1) {
    const node = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: `${index}.txt` });
    const upload = { bytes: Readable.from([`content ${index}`]), mimeTypes: [], fileName: '' };
    await services.nodes.replaceContent(anna, node.id, { ...upload, versionComment: 'first' });
  }
  const content: ContentStore = { ...createMemoryContentStore(), read: async () => undefined };
  return { store: seams.store, content };
}

test.for([
  ['time', { milliseconds: 0, findings: 1_000 }],
  ['number of findings', { milliseconds: 60_000, findings: 1 }],
  ['number of several findings', { milliseconds: 60_000, findings: 4 }],
] as const)('parts that end by %s together find the same as one part, each node once', async ([, limits]) => {
  const seams = await unreadableContents();
  const { next, ...all } = await createVerificationService(seams, whole).verify();
  expect(next).toBeUndefined();
  expect(all.findings).toHaveLength(10);
  const inParts = createVerificationService(seams, limits);
  const parts: VerifiedPart[] = [];
  let after: NodeId | undefined;
  do {
    const part = await inParts.verify(after);
    expect(part.findings.length).toBeLessThanOrEqual(limits.findings);
    parts.push(part);
    after = part.next;
  } while (after !== undefined);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.flatMap(({ findings }) => findings)).toEqual(all.findings);
  expect(parts.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(all.nodes);
});

test('fails where a content cannot be opened at the moment, as with too many open files, and reports no damage', async () => {
  const { store, content } = await unreadableContents();
  const failure = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  const verification = createVerificationService({
    store,
    content: { ...content, read: () => Promise.reject(failure) },
  });
  await expect(verification.verify()).rejects.toMatchObject({
    code: 'StorageFailed',
    message: expect.stringContaining('too many files are open'),
  });
});

test('a content that went with its node meanwhile is not missing', async () => {
  const seams = memorySeams({});
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  const node = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'a.txt' });
  const upload = { bytes: Readable.from(['to be deleted']), mimeTypes: [], fileName: '' };
  await services.nodes.replaceContent(anna, node.id, { ...upload, versionComment: 'first' });
  const content: ContentStore = {
    ...createMemoryContentStore(),
    async read() {
      await seams.store.change(async (change) => {
        change.nodes.delete(node.id);
        change.children.delete(`${node.parent}/a.txt`);
        for await (const key of change.versions.keys({ prefix: `${node.id}/` })) change.versions.delete(key);
      });
      return undefined;
    },
  };
  const { findings, contents } = await createVerificationService({ store: seams.store, content }).verify();
  expect({ findings, contents }).toEqual({ findings: [], contents: 1 });
});
