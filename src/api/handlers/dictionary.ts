import type { HandlerParts, Handlers } from '../handler.ts';
import { presentDictionary } from '../presenters/metadata/dictionary.ts';

export function dictionaryHandlers({ services }: HandlerParts): Pick<Handlers, 'getDictionary'> {
  const dictionary = presentDictionary(services.contentModel);
  return { getDictionary: async () => dictionary };
}
