import { baseLanguage, languageTag } from '../../domain/metadata/language-tag.ts';
import { anyLanguage, type Captions } from '../../domain/metadata/value-list.ts';
import { readPropertiesText } from './properties-text.ts';

/** The texts of an i18n bundle, by language and key. */
type Bundle = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface Bundles {
  /** Whether there is a file of this bundle. */
  has(bundle: string): boolean;
  /** The texts of a key by language; undefined if no language has the key. */
  captions(bundle: string | undefined, key: string): Captions | undefined;
}

/** These regions are dropped: a bundle of `de_DE` is for all readers of German. */
const defaultRegions = new Set(['de-DE', 'en-EN', 'en-US', 'en-GB', 'fr-FR', 'it-IT', 'es-ES']);

const suffixForm = /^_([a-z]{2,3})(?:_([a-z]{2}))?(?:[_-](.+))?$/i;

/** The language of a bundle file as BCP 47, from the suffix of its name (`_de_DE`, `_en`, `_de_DE-informal`). */
function languageOf(suffix: string): string {
  const [, language = '', region, variant] = suffixForm.exec(suffix) ?? [];
  if (language === '') return anyLanguage;
  const tag = languageTag(region === undefined ? language : `${language}-${region}`);
  const base = defaultRegions.has(tag) ? baseLanguage(tag) : tag;
  if (variant === undefined) return base;
  // In BCP 47, private subtags follow an x, in parts of at most eight letters.
  const parts = variant.toLowerCase().match(/[a-z0-9]{1,8}/g) ?? [];
  return parts.length === 0 ? base : `${base}-x-${parts.join('-')}`;
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * The suffix of a bundle file after the name of the bundle; undefined if the file is of another bundle: `mds_oeh` is not the bundle
 * `mds` in a language `oeh`, because there is none.
 */
function suffixOf(file: string, bundle: string): string | undefined {
  if (!file.startsWith(bundle)) return undefined;
  const suffix = file.slice(bundle.length);
  const [, language] = suffixForm.exec(suffix) ?? [];
  return suffix === '' || (language !== undefined && languageNames.of(language) !== undefined) ? suffix : undefined;
}

/** Sorts short suffixes first, so that `de_DE` overrides `de`. */
const byLength = (a: readonly [string, string], b: readonly [string, string]): number => a[0].length - b[0].length;

function bundleOf(files: readonly (readonly [suffix: string, text: string])[]): Bundle {
  const texts = new Map<string, Map<string, string>>();
  for (const [suffix, text] of files.toSorted(byLength)) {
    const language = languageOf(suffix);
    texts.set(language, new Map([...(texts.get(language) ?? []), ...readPropertiesText(text)]));
  }
  return texts;
}

/** A bundle may be named as a file, as a path, or as a Java class. */
const namesOf = (bundle: string): string[] => {
  const file =
    bundle
      .split('/')
      .at(-1)
      ?.replace(/\.properties$/, '') ?? '';
  return [file, file.split('.').at(-1) ?? ''];
};

/** The i18n bundles among files: `NAME.properties` for all languages, `NAME_de_DE.properties` for one. */
export function createBundles(files: ReadonlyMap<string, string>): Bundles {
  const texts = [...files].flatMap(([path, text]) => {
    const [, file] = /(?<![^/])([^/]+)\.properties$/.exec(path) ?? [];
    return file === undefined ? [] : [{ file, text }];
  });
  const filesOf = (name: string): (readonly [suffix: string, text: string])[] =>
    texts.flatMap(({ file, text }) => {
      const suffix = suffixOf(file, name);
      return suffix === undefined ? [] : [[suffix, text] as const];
    });
  const read = new Map<string, Bundle | undefined>();
  const find = (bundle: string): Bundle | undefined => {
    if (read.has(bundle)) return read.get(bundle);
    const own = namesOf(bundle)
      .map(filesOf)
      .find(({ length }) => length > 0);
    const found = own === undefined ? undefined : bundleOf(own);
    read.set(bundle, found);
    return found;
  };
  return {
    has: (bundle) => find(bundle) !== undefined,
    captions(bundle, key) {
      const texts = bundle === undefined ? undefined : find(bundle);
      const captions = [...(texts ?? [])].flatMap(([language, byKey]) => {
        const text = byKey.get(key);
        return text === undefined || text === '' ? [] : [[language, text] as const];
      });
      return captions.length === 0 ? undefined : new Map(captions);
    },
  };
}
