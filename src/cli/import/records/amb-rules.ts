import { z } from 'zod';
import type { ItemProblem } from '../item.ts';

/** The rules of AMB, the profile for educational resources on the web (https://w3id.org/kim/amb/). */

const unlessMissing =
  (why: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : why;

const text = z.string({ error: unlessMissing('must be a text') });
const list = <T extends z.ZodType>(entry: T) => z.array(entry, { error: unlessMissing('must be a list, in [ ]') });
const object = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape, { error: unlessMissing('must be an object, in { }') });
const textLike = (form: RegExp, why: string) => text.regex(form, { error: why });
const oneOf = <const T extends readonly string[]>(...names: T) =>
  z.enum(names, { error: unlessMissing(`must be ${names.join(' or ')}`) });

const uri = textLike(/^[a-z][a-z0-9+.-]*:\S+$/i, 'must be an address, such as https://example.org/a');

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isLanguage = (code: string): boolean => /^[a-z]{2}$/.test(code) && languageNames.of(code) !== undefined;
const language = text.refine(isLanguage, { error: 'must be a code of a language with two letters, such as de' });

const localizedText = z
  .record(text, text, { error: unlessMissing('must have a text for each language, such as { "de": "Video" }') })
  .refine((labels) => Object.keys(labels).every(isLanguage), {
    error: 'must have the codes of languages with two letters as names',
  });

const isoDate = textLike(
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/i,
  'must be a date in the form 2025-12-31 or 2025-12-31T14:30:00Z',
).refine((date) => !Number.isNaN(Date.parse(date)), { error: 'is a date that does not exist' });

const concept = (id: z.ZodType<string>) =>
  object({ type: oneOf('Concept').optional(), id, prefLabel: localizedText.optional() });
const concepts = list(concept(uri));

/** A list that needs a concept of one of these vocabularies. */
const conceptsWith = (...vocabularies: readonly string[]) =>
  concepts.refine((all) => all.some(({ id }) => vocabularies.some((start) => id.startsWith(start))), {
    error: `needs a concept whose id starts with ${vocabularies.join(' or ')}`,
  });

const competencies = list(object({ id: uri, prefLabel: localizedText.optional() }));

const affiliation = object({ type: oneOf('Organization'), id: uri.optional(), name: text });
const agent = object({
  type: oneOf('Person', 'Organization'),
  id: uri.optional(),
  name: text,
  honorificPrefix: text.optional(),
  affiliation: affiliation.optional(),
});
const agents = list(agent);

/** The kinds of creative works of schema.org that AMB allows. */
const typeNames = new Set(
  `3DModel AmpStory Article Atlas Audiobook AudioObject Blog Book BookSeries Chapter Clip Collection ComicStory Comment
  Conversation Course CreativeWorkSeason CreativeWorkSeries DataDownload Diet DigitalDocument Drawing Episode ExercisePlan FAQPage
  Game Guide HowTo ImageGallery ImageObject LearningResource LegislationObject Manuscript Map MathSolver MediaGallery MediaObject
  Message MobileApplication Movie MovieClip MovieSeries MusicAlbum MusicComposition MusicPlaylist MusicRecording MusicRelease
  MusicVideoObject NewsArticle Painting Periodical Photograph Play PodcastEpisode PodcastSeason PodcastSeries Poster
  PresentationDigitalDocument PublicationIssue PublicationVolume Quotation Quiz RadioClip RadioEpisode RadioSeason RadioSeries
  Recipe Review Report ScholarlyArticle Sculpture SheetMusic ShortStory SoftwareApplication SoftwareSourceCode
  SpreadsheetDigitalDocument TVClip TVEpisode TVSeason TVSeries Thesis TextDigitalDocument VideoGallery VideoGame VideoGameClip
  VideoGameSeries VideoObject VisualArtwork WebApplication WebContent WebPage`.split(/\s+/),
);
const types = list(
  text.refine((name) => typeNames.has(name), {
    error: 'must be the name of a kind of work of schema.org, such as Course',
  }),
).refine((names) => names.includes('LearningResource'), { error: 'needs LearningResource' });

const licence = object({
  id: uri.refine(
    (id) =>
      /^https?:\/\/(?:creativecommons\.org\/(?:licen[sc]es|publicdomain)\/|www\.gnu\.org\/licenses\/|www\.apache\.org\/licenses\/|opensource\.org\/licenses\/MIT|www\.opensource\.org\/licenses\/BSD)/.test(
        id,
      ),
    { error: 'must be the address of a licence of Creative Commons, GNU, Apache, MIT or BSD' },
  ),
});

const digits = textLike(/^\d+$/, 'must be a number without a unit, as a text');
const mediaType = textLike(
  /^(?:application|audio|example|font|image|message|model|multipart|text|video)\/[\w+.-]+$/,
  'must be a media type, such as video/mp4',
);
const media = (type: z.ZodType<string>) =>
  object({
    type,
    contentUrl: uri.optional(),
    embedUrl: uri.optional(),
    encodingFormat: mediaType.optional(),
    contentSize: digits.optional(),
    bitrate: digits.optional(),
    sha256: textLike(/^[A-Fa-f0-9]{64}$/, 'must have 64 hexadecimal digits').optional(),
  }).refine((it) => it.contentUrl !== undefined || it.embedUrl !== undefined, {
    error: 'needs contentUrl or embedUrl',
  });

const part = object({ id: uri, type: types.optional(), name: text.optional() });
const provider = object({ id: uri, type: text.optional(), name: text.optional() });

const basis = object({
  type: types.optional(),
  id: uri.optional(),
  name: text.optional(),
  creator: agents.optional(),
  license: licence.optional(),
  provider: provider.optional(),
}).refine((it) => it.id !== undefined || it.name !== undefined, { error: 'needs id or name' });

const contextAddress = 'https://w3id.org/kim/amb/context.jsonld';
const withLanguage = z.looseObject({ '@language': z.unknown() });

const context = list(z.unknown())
  .refine((parts) => parts.includes(contextAddress), { error: `needs ${contextAddress}` })
  .superRefine((parts, { addIssue }) => {
    const tagged = parts.flatMap((each) => {
      const { data } = withLanguage.safeParse(each);
      return data?.['@language'] === undefined ? [] : [data['@language']];
    });
    const why =
      tagged.length === 0 ? 'needs an object with the language of the texts as' : 'has no code of two letters as';
    if (!tagged.some((code) => language.safeParse(code).success)) {
      addIssue({ code: 'custom', message: `${why} @language, such as { "@language": "de" }` });
    }
  });

const purl = 'http://purl.org/dcx/lrmi-vocabs/interactivityType/';
const access = 'http://w3id.org/kim/conditionsOfAccess/';

const optional = z.object({
  description: text,
  about: conceptsWith('https://w3id.org/kim/hochschulfaechersystematik/', 'http://w3id.org/kim/schulfaecher/'),
  keywords: list(text),
  inLanguage: list(language),
  creator: agents,
  contributor: agents,
  publisher: agents,
  funder: list(object({ type: oneOf('Person', 'FundingScheme', 'Organization'), id: uri.optional(), name: text })),
  image: uri,
  trailer: media(oneOf('VideoObject', 'AudioObject')),
  license: licence,
  dateCreated: isoDate,
  datePublished: isoDate,
  dateModified: isoDate,
  duration: textLike(
    /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+[DW])?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
    'must be a duration of ISO 8601, such as PT47M58S',
  ),
  learningResourceType: conceptsWith('https://w3id.org/kim/hcrt/', 'http://w3id.org/openeduhub/vocabs/new_lrt/'),
  educationalLevel: list(
    concept(
      uri.refine((id) => id.startsWith('https://w3id.org/kim/educationalLevel/'), {
        error: 'must start with https://w3id.org/kim/educationalLevel/',
      }),
    ),
  ),
  audience: concepts,
  interactivityType: concept(oneOf(`${purl}active`, `${purl}expositive`, `${purl}mixed`)),
  conditionsOfAccess: concept(oneOf(`${access}no_login`, `${access}login`)),
  isAccessibleForFree: z.boolean({ error: 'must be true or false' }),
  teaches: competencies,
  assesses: competencies,
  competencyRequired: competencies,
  isBasedOn: list(basis),
  isPartOf: list(part),
  hasPart: list(part),
  encoding: list(media(oneOf('MediaObject'))),
  caption: list(
    object({ type: oneOf('MediaObject'), id: uri, encodingFormat: text.optional(), inLanguage: language.optional() }),
  ),
  mainEntityOfPage: list(
    object({
      id: uri,
      type: oneOf('WebContent').optional(),
      provider: provider.optional(),
      dateCreated: isoDate.optional(),
      dateModified: isoDate.optional(),
    }),
  ),
});

const record = object({ '@context': context, id: uri, type: types, name: text, ...optional.partial().shape });

/** A record that keeps the rules. */
export type AmbRecord = z.infer<typeof record>;

const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`)).join('');

/** The record, or each rule of AMB that it breaks. */
export function checkAmbRecord(value: unknown): { readonly record?: AmbRecord; readonly problems: ItemProblem[] } {
  const { data, error } = record.safeParse(value);
  if (data !== undefined) return { record: data, problems: [] };
  const problems = error.issues.map(({ path, message }): ItemProblem => {
    const column = pathOf(path);
    return {
      severity: 'error',
      ...(column === '' ? {} : { column }),
      why: `AMB: ${column === '' ? 'the record' : column} ${message}.`,
    };
  });
  return { problems };
}
