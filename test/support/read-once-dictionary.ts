import { LRUCache } from 'lru-cache';
import { loadDictionary as load } from '../../src/daemon/configuration/load-dictionary.ts';
import { readRegularFile } from '../../src/daemon/data-directory/regular-file.ts';
import type { ContentModel } from '../../src/domain/content-model/content-model.ts';

const models = new LRUCache<string, ContentModel>({ max: 20 });

/** Takes the place of the program's own: nearly every repository of a test has the dictionary that comes with it. */
export async function loadDictionary(ownFile: string): Promise<ContentModel> {
  const text = await readRegularFile(ownFile).then(String, () => undefined);
  const known = text === undefined ? undefined : models.get(text);
  if (known !== undefined) return known;
  const model = await load(ownFile);
  if (text !== undefined) models.set(text, model);
  return model;
}
