import { languageOf } from '../../domain/metadata/captions.ts';
import { languageTag, widerTags } from '../../domain/metadata/language-tag.ts';
import type { HandlerParts, Handlers } from '../handler.ts';

type FrontendHandlers = Pick<
  Handlers,
  'getFrontendValues' | 'getFrontendVariables' | 'getFrontendLanguage' | 'getDefaultLanguage'
>;

/** This repository has no contexts, so the settings of the current one are those of all. */
const everywhere = <T>(settings: T): { readonly current: T; readonly global: T } => ({
  current: settings,
  global: settings,
});

export function frontendHandlers({ settings }: HandlerParts): FrontendHandlers {
  const { frontend, repository, pageSize } = settings;
  const values = { siteTitle: repository.title, itemsPerRequest: pageSize, ...frontend.values };

  /** Texts for a region or a script replace those of the language. */
  const textsIn = (language: string): Record<string, string> => {
    const textsOf = (tag: string): [string, string][] =>
      Object.entries(frontend.language).flatMap(([key, texts]) =>
        languageTag(key) === tag ? Object.entries(texts) : [],
      );
    return Object.fromEntries(widerTags(language).toReversed().flatMap(textsOf));
  };

  return {
    async getFrontendValues() {
      return everywhere({ ...values });
    },
    async getFrontendVariables() {
      return everywhere({ ...frontend.variables });
    },
    async getFrontendLanguage(_, { locale }) {
      const language = languageOf(locale);
      return { ...everywhere(textsIn(language)), currentLanguage: language };
    },
    async getDefaultLanguage(_, { locale }) {
      return textsIn(languageOf(locale));
    },
  };
}
