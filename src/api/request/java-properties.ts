import { Parser } from 'htmlparser2';

/** Names to values, in the order of the file. Names can be any, so this is a map. */
export type JavaProperties = ReadonlyMap<string, string>;

const mostEntries = 200;

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
  reading.problem ??= `it has an element «${name.slice(0, 50)}» where none belongs`;
}

function end(reading: Reading, name: string): void {
  reading.open.pop();
  if (name !== 'entry' || reading.key === undefined) return;
  reading.entries.set(reading.key, reading.text.trim());
  reading.key = undefined;
  if (reading.entries.size > mostEntries) reading.problem ??= `it has more than ${mostEntries} entries`;
}

/**
 * Reads properties as Java writes them in XML (`java.util.Properties.storeToXML`): `<properties>` with an `<entry key>`
 * for each. A document type is passed over, one that declares anything itself is refused, and only the five entities
 * of XML and character references stand for something. Spaces around a value are left out. A text where it is none.
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
        if (name.startsWith('!') && /[[\]]|<!/.test(data.slice(1))) reading.problem ??= 'it declares types of its own';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(source);
  parser.end();
  if (reading.problem !== undefined) return reading.problem;
  return reading.entries.size === 0 ? 'it has no <properties> with an <entry> in it' : reading.entries;
}
