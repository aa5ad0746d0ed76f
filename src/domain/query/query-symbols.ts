import type { QueryCursor } from './query-cursor.ts';

export type SymbolKind = 'nothing' | 'open' | 'plus' | 'minus' | 'and' | 'or' | 'not' | 'end';

const wordOperators: ReadonlyMap<string, SymbolKind> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);

/** The operator that this word is, in capital letters only. Undefined if it is another word. */
export const wordOperator = (word: string): SymbolKind | undefined => wordOperators.get(word);

const operatorSymbol = /&&|\|\||!(?![\s!]|$)/y;
const operatorSymbols: ReadonlyMap<string, SymbolKind> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
]);

function operatorSymbolAt(cursor: QueryCursor): readonly [SymbolKind, string] | undefined {
  const symbol = cursor.peek(operatorSymbol);
  const kind = symbol === undefined ? undefined : operatorSymbols.get(symbol);
  return symbol === undefined || kind === undefined ? undefined : [kind, symbol];
}

/** The symbol at the cursor: its kind and its text. Undefined if there is none. */
export function symbolAt(cursor: QueryCursor): readonly [SymbolKind | 'close', string] | undefined {
  const { character } = cursor;
  switch (character) {
    case '':
      return ['end', ''];
    case '(':
      return ['open', '('];
    case ')':
      return ['close', ')'];
    // A plus or minus before a space is a dash between words. Likewise, `!` before a space does not mean NOT.
    case '+':
      return cursor.isEnd(1) ? undefined : ['plus', '+'];
    case '-':
      return cursor.isEnd(1) ? undefined : ['minus', '-'];
    default:
      return operatorSymbolAt(cursor);
  }
}
