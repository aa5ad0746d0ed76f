import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import { bareRepository, callerOf, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { referenceTo } from '../../../support/content-reference.ts';
import { createMemoryArchiveWriter } from '../../../support/memory/archive-writer.ts';

interface Switches {
  readonly metadata: boolean;
  readonly binaries: boolean;
  readonly summary: boolean;
}

/** The result of an export of a person with one file: the name of its node, and the paths in it if it is an archive. */
async function exportedWith(switches: Switches): Promise<{ readonly name: string; readonly paths: readonly string[] }> {
  const seams = memorySeams({ archiveWriter: createMemoryArchiveWriter() });
  const services = await bareRepository(seams, { enabled: true, ...switches });
  await services.people.create({ userName: 'anna', password: undefined });
  const anna = await callerOf(services, 'anna');
  const file = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'Blatt.txt' });
  const content = await seams.content.write(Readable.from(['Text']));
  await seams.store.change(async (change) => {
    change.nodes.put(file.id, { ...file, content: referenceTo(content) });
  });
  await services.dataExports.request(anna, 'anna');
  await services.exportJob.run();
  const entry = await seams.store.exports.get('anna');
  const node = await seams.store.nodes.get(entry?.node as NodeId);
  if (node?.content == null) throw new Error(`The export has no content: ${entry?.failure?.reason}`);
  const bytes = await buffer((await seams.content.read(node.content.hash)) ?? Readable.from([]));
  const isPdf = bytes.subarray(0, 4).toString() === '%PDF';
  return { name: node.name.replace(/^\d{6}_/, ''), paths: isPdf ? [] : Object.keys(JSON.parse(String(bytes))) };
}

const [json, original, report] = ['home/Blatt.txt/Blatt.txt.json', 'home/Blatt.txt/Blatt.txt', 'report/report.pdf'];

test.each<[string, Switches, readonly string[]]>([
  ['metadata, binaries and summary', { metadata: true, binaries: true, summary: true }, [json, original, report]],
  ['metadata and binaries', { metadata: true, binaries: true, summary: false }, [json, original]],
  ['metadata and summary', { metadata: true, binaries: false, summary: true }, [json, report]],
  ['metadata', { metadata: true, binaries: false, summary: false }, [json]],
  ['binaries', { metadata: false, binaries: true, summary: false }, [original]],
])('%s make an archive with these files', async (_, switches, paths) => {
  const exported = await exportedWith(switches);
  expect(exported.name).toBe('dataprotectioninfo_edu-repo.zip');
  expect([...exported.paths].sort()).toEqual([...paths, 'index.html', 'index/home-1.html'].sort());
});

test.each<[string, Switches]>([
  ['binaries and summary', { metadata: false, binaries: true, summary: true }],
  ['summary', { metadata: false, binaries: false, summary: true }],
])('%s make a report alone', async (_, switches) => {
  expect(await exportedWith(switches)).toEqual({ name: 'dataprotectioninfo_edu-repo.pdf', paths: [] });
});
