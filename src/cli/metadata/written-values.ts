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

/** What a name or address of a Creative Commons licence says. */
export interface NamedLicence {
  readonly key: string;
  /** The other properties of the licence. */
  readonly details: Readonly<Record<string, string>>;
}

const attribution =
  /^(?:cc[\s_-]*)?(by(?:[\s_-]*(?:nc|nd|sa))*)(?:\s+v?(\d\.\d))?(?:\s+([a-z]{2}|international|unported))?$/;
const zero = /^(?:cc[\s_-]*0|cc[\s_-]*zero)(?:\s+v?(1\.0))?(?:\s+universal)?$/;
const mark = /^(?:public[\s_-]*domain(?:[\s_-]*mark)?|pdm|gemeinfrei)(?:\s+v?(1\.0))?$/;
const address =
  /^(?:https?:\/\/)?(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/([a-z]{2}))?(?:\/(?:deed|legalcode)?(?:\.[a-z_-]+)?)?$/;

function fromAddress(text: string): string {
  const [, kind, name, version, country = ''] = address.exec(text) ?? [];
  if (kind === undefined) return text;
  if (kind === 'licenses') return `cc ${name} ${version} ${country}`.trim();
  return `${name === 'zero' ? 'cc0' : name === 'mark' ? 'pdm' : ''} ${version}`;
}

function licence(key: string, version: string | undefined, country?: string): NamedLicence {
  const isCountry = country !== undefined && country.length === 2;
  return {
    key,
    details: {
      ...(version === undefined ? {} : { 'ccm:commonlicense_cc_version': version }),
      ...(isCountry ? { 'ccm:commonlicense_cc_locale': country.toUpperCase() } : {}),
    },
  };
}

/** The licence that a text such as `CC BY-SA 4.0` or the address of a licence names; undefined if it names none. */
export function licenceNamed(text: string): NamedLicence | undefined {
  const name = fromAddress(text.trim().toLowerCase());
  const isZero = zero.exec(name);
  if (isZero !== null) return licence('CC_0', isZero[1]);
  const isMark = mark.exec(name);
  if (isMark !== null) return licence('PDM', isMark[1]);
  const [, parts, version, country] = attribution.exec(name) ?? [];
  if (parts === undefined) return undefined;
  return licence(
    `CC_${parts
      .match(/by|nc|nd|sa/g)
      ?.join('_')
      .toUpperCase()}`,
    version,
    country,
  );
}
