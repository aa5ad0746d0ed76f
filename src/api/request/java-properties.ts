import { Parser } from 'htmlparser2';

/** Names and values in the order of the file. A map, because names may be any text. */
export type JavaProperties = ReadonlyMap<string, string>;

const maxEntries = 200;

interface Reading {
  readonly entries: Map<string, string>;
  readonly open: string[];
  key: string | undefined;
  text: string;
  problem: string | undefined;
}

function begin(reading: Reading, name: string, attributes: Readonly<Record<string, string>>): void {
  const { open } = reading;
  const inside = open.join('/');
  open.push(name);
  if (inside === '' && name === 'properties') return;
  if (inside === 'properties' && name === 'comment') return;
  if (inside === 'properties' && name === 'entry' && attributes['key'] !== undefined) {
    reading.key = attributes['key'];
    reading.text = '';
    return;
  }
  reading.problem ??= `it has an unexpected element "${name.slice(0, 50)}"`;
}

function end(reading: Reading, name: string): void {
  reading.open.pop();
  if (name !== 'entry' || reading.key === undefined) return;
  reading.entries.set(reading.key, reading.text.trim());
  reading.key = undefined;
  if (reading.entries.size > maxEntries) reading.problem ??= `it has more than ${maxEntries} entries`;
}

/**
 * Parses properties in XML as Java writes them (`java.util.Properties.storeToXML`): `<properties>` with an `<entry key>` for
 * each. Rejects a document type with declarations. Resolves only the five predefined XML entities and character references.
 * Trims values. If the source is not valid, returns the reason as text.
 */
export function parseJavaProperties(source: string): JavaProperties | string {
  const reading: Reading = { entries: new Map(), open: [], key: undefined, text: '', problem: undefined };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => begin(reading, name, attributes),
      onclosetag: (name) => end(reading, name),
      ontext: (text) => {
        if (reading.key !== undefined) reading.text += text;
      },
      onprocessinginstruction: (name, data) => {
        if (name.startsWith('!') && /[[\]]|<!/.test(data.slice(1)))
          reading.problem ??= 'its document type has declarations';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(source);
  parser.end();
  if (reading.problem !== undefined) return reading.problem;
  return reading.entries.size === 0 ? 'it has no <properties> with an <entry>' : reading.entries;
}
