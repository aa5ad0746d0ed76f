import { messageOf } from '../../../base/errors/errors.ts';
import { formatBytes } from '../../print/units.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import { jsonLdScripts } from '../xml/json-ld-scripts.ts';
import { entriesOf, linesOf, maxDocumentLength, maxRecordLength, type RecordText } from './json-records.ts';
import { type OpenedText, peeked, wholeText } from './opened-text.ts';

/** A record in a text, or why there is none. */
export type ReadRecord = { readonly where: string } & ({ readonly value: unknown } | { readonly why: string });

/** How a text has its records. */
export type AmbForm = 'HTML page' | 'list' | 'JSON lines' | 'single document';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The form of a text with this start. */
export function formOf(start: string): AmbForm {
  const text = start.trimStart();
  if (text.startsWith('<')) return 'HTML page';
  if (text.startsWith('[')) return 'list';
  const [first = '', second] = text.split('\n', 2);
  return second === undefined || second.startsWith('{') || isJson(first) ? 'JSON lines' : 'single document';
}

const tooLarge = (limit: number): string => `It is larger than ${formatBytes(limit)}.`;

/** Several records of a document share its context (JSON-LD 1.1, section 4.9). */
function recordsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== 'object' || value === null || !('@graph' in value) || !Array.isArray(value['@graph']))
    return [value];
  const context = '@context' in value ? { '@context': value['@context'] } : {};
  return value['@graph'].map((each: unknown) => (typeof each === 'object' ? { ...context, ...each } : each));
}

function whyNoJson(text: string, error: unknown): string {
  if (/end of JSON|Unterminated/i.test(messageOf(error))) return 'The JSON ends in the middle.';
  const what = text.includes('\0') ? 'It contains NUL bytes' : messageOf(error);
  return `It is not valid JSON: ${what.replaceAll(/\s+/g, ' ').slice(0, 200)}.`;
}

function* parsed(where: string, text: string | undefined, limit = maxRecordLength): Generator<ReadRecord> {
  if (text === undefined) return yield { where, why: tooLarge(limit) };
  if (text.includes('\ufffd')) return yield { where, why: 'It is not encoded in UTF-8.' };
  try {
    const records = recordsIn(JSON.parse(text));
    for (const [at, value] of records.entries()) {
      yield { where: records.length === 1 ? where : `${where}, record ${at + 1}`, value };
    }
  } catch (error) {
    yield { where, why: whyNoJson(text, error) };
  }
}

async function* eachParsed(texts: AsyncIterable<RecordText>): AsyncGenerator<ReadRecord> {
  for await (const { line, text } of texts) yield* parsed(`line ${line}`, text);
}

const isLearningResource = (record: ReadRecord): boolean =>
  'why' in record || /"LearningResource"|w3id\.org\/kim\/amb/.test(JSON.stringify(record.value) ?? '');

const noRecords = (name: string, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${name} has no AMB record.`,
    why,
    next: 'Check that it is the page of a material, or that it is JSON',
  });

/** A page describes other things as well, such as its organization. They are left out. */
function* recordsOfPage(html: string, name: string): Generator<ReadRecord> {
  const scripts = jsonLdScripts(html);
  const records = scripts.flatMap((text, at) => [...parsed(scripts.length === 1 ? name : `script ${at + 1}`, text)]);
  const resources = records.filter(isLearningResource);
  if (resources.length === 0) {
    throw noRecords(name, 'The page has no script of the type application/ld+json with a learning resource.');
  }
  yield* resources;
}

/** Reads the records of a text. Rejects with a `Failure` if a page has none, or if the text is empty. */
export async function* readAmbRecords({ shownName, chunks }: OpenedText): AsyncGenerator<ReadRecord> {
  const { start, all } = await peeked(chunks());
  if (start.trim() === '') throw noRecords(shownName, 'It is empty.');
  const form = formOf(start);
  if (form === 'list') return yield* eachParsed(entriesOf(all));
  if (form === 'JSON lines') return yield* eachParsed(linesOf(all));
  const text = await wholeText(all, maxDocumentLength);
  if (form === 'single document' || text === undefined) return yield* parsed(shownName, text, maxDocumentLength);
  yield* recordsOfPage(text, shownName);
}
