import type { HandlerParts, Handlers } from '../handler.ts';
import { presentDictionary } from '../presenters/metadata/dictionary.ts';

/** The words that nodes are described with. */
export function dictionaryHandlers({ services }: HandlerParts): Pick<Handlers, 'getDictionary'> {
  const dictionary = presentDictionary(services.contentModel);
  return { getDictionary: async () => dictionary };
}
