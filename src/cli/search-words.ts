const special = /[+!(){}[\]^"~*?:\\/&|<>=@]/;
const operators = ['AND', 'OR', 'NOT'];
const hasLetters = /[\p{L}\p{N}]/u;

function clauseOf(word: string): string {
  // A star at the end is how people say «and so on»: the language of the server has it too.
  const prefix = /^([\p{L}\p{N}]+)\*$/u.exec(word)?.[1];
  if (prefix !== undefined) return `+${prefix}*`;
  const plain = !special.test(word) && !word.startsWith('-') && !operators.includes(word);
  return plain ? `+${word}` : `+"${word.replaceAll(/["\\*?]/g, '\\$&')}"`;
}

/**
 * The query text for words as people type them: all of them must be found. Whatever has a meaning in the query language
 * is quoted. Words without any letter or digit are left out; empty where none remains.
 */
export function queryOfWords(words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/\s+/u))
    .filter((word) => hasLetters.test(word))
    .map(clauseOf)
    .join(' ');
}
