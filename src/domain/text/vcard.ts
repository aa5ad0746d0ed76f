import { decodedText } from './decoded-text.ts';

interface CardLine {
  readonly name: string;
  /** The parameters in upper case, each after a semicolon. */
  readonly parameters: string;
  readonly value: string;
}

/** A line of a vCard: an optional group, a name, parameters, of which quoted ones may contain a colon, and a value. */
const lineForm = /^(?:[\w-]+\.)?(?<name>[\w-]+)(?<parameters>(?:;(?:"[^"]*"|[^":;])*)*):(?<value>.*)$/su;

const isOpen = (line: string): boolean => line.endsWith('=');

/** Undoes line folding (RFC 6350, section 3.2), and the soft line breaks of quoted-printable values (vCard 2.1). */
function unfolded(card: string): string[] {
  const lines: string[] = [];
  let parts: string[] = [];
  for (const line of card.replace(/\r?\n[ \t]/g, '').split(/\r\n|\r|\n/)) {
    const isQuoted = parts.length > 0 || /^[^:]*QUOTED-PRINTABLE/i.test(line);
    parts.push(isQuoted && isOpen(line) ? line.slice(0, -1) : line);
    if (isQuoted && isOpen(line)) continue;
    lines.push(parts.join(''));
    parts = [];
  }
  return parts.length === 0 ? lines : [...lines, parts.join('')];
}

function cardLine(text: string): CardLine | undefined {
  const { name = '', parameters = '', value = '' } = lineForm.exec(text)?.groups ?? {};
  return name === '' ? undefined : { name: name.toUpperCase(), parameters: parameters.toUpperCase(), value };
}

/** The value of a line, with its escapes. A quoted-printable one (RFC 2045, section 6.7) is UTF-8, or else Windows-1252. */
function decodedValue({ parameters, value }: CardLine): string {
  if (!parameters.includes('QUOTED-PRINTABLE')) return value;
  const parts = value
    .split(/=([0-9A-F]{2})/i)
    .map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8'));
  return decodedText(Buffer.concat(parts)) ?? '';
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/gsu, (_, character: string) => (character.toLowerCase() === 'n' ? ' ' : character));

const components = (value: string): string[] =>
  value.split(/(?<!\\);/u).map((part) => unescaped(part.replace(/(?<!\\),/gu, ' ')).trim());

/** `N` has the family name, the given name, further names, titles before the name, and titles after it (section 6.2.2). */
function structuredName(value: string): string {
  const [family = '', given = '', additional = '', prefixes = '', suffixes = ''] = components(value);
  return [prefixes, given, additional, family, suffixes].filter((part) => part !== '').join(' ');
}

const readers: Readonly<Record<string, (value: string) => string>> = {
  FN: unescaped,
  N: structuredName,
  ORG: (value) =>
    components(value)
      .filter((part) => part !== '')
      .join(', '),
};

const spaced = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * The name in a vCard of any version (RFC 6350, RFC 2426, vCard 2.1): the formatted name, or else the structured name, or else
 * the organization. A text that is no vCard is a name. Undefined if there is no name.
 */
export function nameInVcard(card: string): string | undefined {
  if (!/^[ \t]*BEGIN:VCARD[ \t]*$/imu.test(card)) return spaced(card) || undefined;
  const lines = unfolded(card).map(cardLine);
  for (const [name, read] of Object.entries(readers)) {
    for (const line of lines) {
      const text = line?.name === name ? spaced(read(decodedValue(line))) : '';
      if (text !== '') return text;
    }
  }
  return undefined;
}
