import type { z } from 'zod';
import type { Dictionary as WireDictionary } from '../../../contract/objects/dictionary.ts';
import type { ContentModel } from '../../../domain/content-model/content-model.ts';

const listed = <T extends object>(words: ReadonlyMap<string, T>) =>
  [...words].map(([name, word]) => ({ name, ...word }));

/** The words in the order of the dictionary's files. */
export const presentDictionary = (dictionary: ContentModel): z.output<typeof WireDictionary> => ({
  namespaces: [...dictionary.namespaces].map(([prefix, uri]) => ({ prefix, uri })),
  types: listed(dictionary.types).map((type) => ({ ...type, folder: dictionary.isFolderType(type.name) })),
  aspects: listed(dictionary.aspects),
  properties: listed(dictionary.properties),
});
