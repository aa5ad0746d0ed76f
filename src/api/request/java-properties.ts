import { Parser } from 'htmlparser2';

/** Names and values in the order of the file. A map, because names may be any text. */
export type JavaProperties = ReadonlyMap<string, string>;

const maxEntries = 200;

interface ParserState {
  readonly entries: Map<string, string>;
  readonly open: string[];
  key: string | undefined;
  text: string;
  problem: string | undefined;
}

function begin(state: ParserState, name: string, attributes: Readonly<Record<string, string>>): void {
  const { open } = state;
  // No element is deeper than an entry.
  const inside = open.slice(0, 3).join('/');
  open.push(name);
  if (inside === '' && name === 'properties') return;
  if (inside === 'properties' && name === 'comment') return;
  if (inside === 'properties' && name === 'entry' && attributes['key'] !== undefined) {
    state.key = attributes['key'];
    state.text = '';
    return;
  }
  state.problem ??= `it has an unexpected element "${name.slice(0, 50)}"`;
}

function end(state: ParserState, name: string): void {
  state.open.pop();
  if (name !== 'entry' || state.key === undefined) return;
  state.entries.set(state.key, state.text.trim());
  state.key = undefined;
  if (state.entries.size > maxEntries) state.problem ??= `it has more than ${maxEntries} entries`;
}

/**
 * Parses properties in XML as Java writes them (`java.util.Properties.storeToXML`): `<properties>` with an `<entry key>` for
 * each. Rejects a document type with declarations. Resolves only the five predefined XML entities and character references.
 * Trims values. If the source is not valid, returns the reason as text.
 */
export function parseJavaProperties(source: string): JavaProperties | string {
  const state: ParserState = { entries: new Map(), open: [], key: undefined, text: '', problem: undefined };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        begin(state, name, attributes);
        // The parser takes longer for each element that is open.
        if (state.problem !== undefined) parser.pause();
      },
      onclosetag: (name) => end(state, name),
      ontext: (text) => {
        if (state.key !== undefined) state.text += text;
      },
      onprocessinginstruction: (name, data) => {
        if (name.startsWith('!') && /[[\]]|<!/.test(data.slice(1)))
          state.problem ??= 'its document type has declarations';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(source);
  parser.end();
  if (state.problem !== undefined) return state.problem;
  return state.entries.size === 0 ? 'it has no <properties> with an <entry>' : state.entries;
}
