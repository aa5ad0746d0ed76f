import { InvalidArgumentError } from 'commander';
import { nearestOf } from '../../base/nearest.ts';
import { folded } from '../tables/folded.ts';

const sortWords: Readonly<Record<string, string>> = {
  name: 'cm:name',
  title: 'cclom:title',
  size: 'cclom:size',
  type: 'cclom:format',
  created: 'cm:created',
  modified: 'cm:modified',
};

/** Folded words that people write instead, and what they mean. */
const otherWords: Readonly<Record<string, string>> = {
  date: 'modified',
  datum: 'modified',
  geaendert: 'modified',
  erstellt: 'created',
  groesse: 'size',
};

export const sortFieldList = Object.keys(sortWords).join(', ');

/** The property for a sort option: a short name, one of `others`, or a property with its namespace. */
export function readSort(text: string, others: readonly string[] = []): string {
  const known = Object.hasOwn(sortWords, text) ? sortWords[text] : undefined;
  if (known !== undefined || text.includes(':') || others.includes(text)) return known ?? text;
  const words = [...Object.keys(sortWords), ...others];
  const word = folded(text);
  const meant = Object.hasOwn(otherWords, word) ? otherWords[word] : nearestOf(words, word);
  throw new InvalidArgumentError(
    `Did you mean ${meant}? Write ${words.join(', ')}, or a property with its namespace, such as ccm:taxonid.`,
  );
}
