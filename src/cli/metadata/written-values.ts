import type { ContentModel } from '../mds/content-model.ts';

type ValueType = ContentModel['properties'][number]['type'];

const germanDate = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*Uhr)?)?$/;

const two = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/** `31.12.2025 14:30` is 2025-12-31T14:30:00. A day that does not exist stays as it is written. */
function isoDate(text: string): string {
  const match = germanDate.exec(text);
  if (match === null) return text;
  const [, day, month, year, hours, minutes, seconds] = match;
  const date = `${year}-${two(month)}-${two(day)}`;
  const time = `${two(hours)}:${two(minutes)}:${two(seconds)}`;
  const parsed = new Date(`${date}T${time}Z`);
  if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(`${date}T${time}`)) return text;
  return hours === undefined ? date : `${date}T${time}`;
}

const booleans: ReadonlyMap<string, string> = new Map([
  ['wahr', 'true'],
  ['ja', 'true'],
  ['falsch', 'false'],
  ['nein', 'false'],
]);

const readers: Readonly<Record<ValueType, (text: string) => string>> = {
  text: (text) => text,
  // `10,5`, as German spreadsheets write it, is 10.5.
  number: (text) => text.replace(/^(-?\d+),(\d+)$/, '$1.$2'),
  date: isoDate,
  boolean: (text) => booleans.get(text.toLowerCase()) ?? text,
};

/** A value as the server takes it, from one as German spreadsheets and people write it. Others stay as they are. */
export const valueAsStored = (text: string, type: ValueType | undefined): string => readers[type ?? 'text'](text);

/** The property with the licence. */
export const licenceProperty = 'ccm:commonlicense_key';
