import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMetadataTexts } from '../../../src/adapters/metadata-sets/metadata-texts.ts';
import type { MetadataCollection } from '../../../src/domain/metadata/metadata-set.ts';
import { metadata } from '../../support/generated-metadata.ts';

const texts = createMetadataTexts();

async function written(collection: MetadataCollection): Promise<string> {
  let text = '';
  for await (const piece of texts.write(collection)) text += piece;
  return text;
}

test('what is exported comes in again as the same sets and value lists, and goes out as the same text', async () => {
  await fc.assert(
    fc.asyncProperty(metadata, async (collection) => {
      const text = await written(collection);
      const { sets, valueLists, ...rest } = await texts.read(text, 'export.yaml', 'export');
      expect({ sets, valueLists }).toEqual(collection);
      expect(Object.keys(rest)).toEqual(['texts']);
      expect(await written({ sets, valueLists })).toBe(text);
    }),
    { numRuns: 40 },
  );
});
