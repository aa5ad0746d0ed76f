import type { z } from 'zod';
import type { Dictionary as WireDictionary } from '../../../contract/objects/dictionary.ts';
import type { ContentModel } from '../../../domain/content-model/content-model.ts';

const listed = <T extends object>(definitions: ReadonlyMap<string, T>) =>
  [...definitions].map(([name, definition]) => ({ name, ...definition }));

/** The content model in the order of its files. */
export const presentDictionary = (contentModel: ContentModel): z.output<typeof WireDictionary> => ({
  namespaces: [...contentModel.namespaces].map(([prefix, uri]) => ({ prefix, uri })),
  types: listed(contentModel.types).map((type) => ({ ...type, folder: contentModel.isFolderType(type.name) })),
  aspects: listed(contentModel.aspects),
  properties: listed(contentModel.properties),
});
