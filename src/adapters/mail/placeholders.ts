import mustache from 'mustache';
import { clipped } from '../../base/clipped.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';

export interface PlaceholderMistake {
  /** Where the tag begins in the text, in UTF-16 code units. */
  readonly index: number;
  readonly message: string;
}

type Values = Readonly<Record<string, string>>;

/** Type, name, begin and end; the tokens of a section follow. */
type Token = readonly [type: string, name: string, begin: number, end: number, tokens?: unknown];

// A writer keeps the templates that it has parsed. Administrators edit them, so each text gets a writer of its own.
const parsed = (text: string): readonly Token[] => new mustache.Writer().parse(text);

const allTokens = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...(Array.isArray(token[4]) ? allTokens(token[4]) : [])]);

/** The library names the end of the text if a section or tag is not closed. People look for its beginning. */
function syntaxMistake(text: string, error: unknown): PlaceholderMistake {
  const [, kind, name = '', at] = /^(Unclosed tag|Unopened section|Unclosed section)(?: "(.*)")? at (\d+)$/s.exec(
    messageOf(error),
  ) ?? [undefined, '', '', '0'];
  const index = Number(at);
  if (kind === 'Unclosed tag') {
    return { index: text.lastIndexOf('{{', index), message: 'this {{ is not closed. Write }} after the name' };
  }
  const shown = clipped(name, 60);
  if (kind === 'Unopened section') {
    return {
      index,
      message: `{{/${shown}}} closes a section that was not opened. Delete it, or write {{#${shown}}} before`,
    };
  }
  const opening = [...text.matchAll(/\{\{\s*[#^]\s*([^}]*?)\s*\}\}/g)].findLast((match) => match[1] === name);
  return { index: opening?.index ?? 0, message: `the section ${shown} is not closed. Write {{/${shown}}} after it` };
}

function tokenMistake([type, name]: Token, names: readonly string[]): string | undefined {
  const shown = clipped(name, 60);
  const known = names.join(', ');
  switch (type) {
    case 'text':
    case '!':
      return undefined;
    case '>':
      return `{{>${shown}}} includes another template, which is not supported. Write its text here`;
    case '=':
      return 'other delimiters than {{ and }} are not supported. Delete this tag';
    case '&':
      return `{{{${shown}}}} and {{&${shown}}} would insert text without escaping. Write {{${shown}}}`;
    default:
      if (names.includes(name)) return undefined;
      return `"${shown}" is unknown; the nearest name is ${nearestOf(names, name)}. All names: ${known}`;
  }
}

/** All mistakes in the tags of a text, in their order. `names` are the placeholders that have values. */
export function placeholderMistakes(text: string, names: readonly string[]): PlaceholderMistake[] {
  let tokens: Token[];
  try {
    tokens = allTokens(parsed(text));
  } catch (error) {
    return [syntaxMistake(text, error)];
  }
  return tokens.flatMap((token) => {
    const message = tokenMistake(token, names);
    return message === undefined ? [] : [{ index: token[2], message }];
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The library would also escape the slashes of links. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Fills in a text without mistakes. */
export const fillIn = (text: string, values: Values, format: 'plain' | 'html'): string =>
  new mustache.Writer().render(text, values, undefined, { escape: format === 'plain' ? String : escapeHtml });
