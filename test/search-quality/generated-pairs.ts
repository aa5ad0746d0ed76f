import { posix } from 'node:path';
import { wordsOf } from '../../src/domain/text/folding.ts';
import type { JudgedQuestion } from './judged.ts';
import type { PeerDocument } from './peers.ts';

export const pairKind = 'subject + rare word';

const pairCount = 200;
/** The shortest subject, and the shortest rare word. */
const [minSubject, minRare] = [4, 6];

const isWord = (word: string): boolean => /^\p{L}+$/u.test(word);

const ownWords = ({ title, keywords, text }: PeerDocument): ReadonlySet<string> =>
  new Set(wordsOf([title, keywords, text].join(' ')));

/** Words with a common beginning may be forms of one another. */
const hasForm = (words: ReadonlySet<string>, subject: string): boolean =>
  [...words].some((word) => word.includes(subject.slice(0, Math.max(minSubject, subject.length - 2))));

/**
 * Questions of two words: a subject that is only in the names of the folders of a file, and a word that no other file has. Each has
 * one right file. They are the same for the same files.
 */
export function generatedPairs(documents: readonly PeerDocument[]): readonly JudgedQuestion[] {
  const all = documents.map((document) => ({ document, words: ownWords(document) }));
  const counts = new Map<string, number>();
  for (const { words } of all) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const pairs = all.flatMap(({ document, words }) => {
    const folders = document.path.split(posix.sep).slice(0, -1);
    const subjects = folders.flatMap(wordsOf).filter((word) => word.length >= minSubject && isWord(word));
    const subject = subjects.findLast((word) => !hasForm(words, word));
    const rare = [...words].filter((word) => counts.get(word) === 1 && word.length >= minRare && isWord(word)).sort();
    if (subject === undefined) return [];
    return rare.slice(0, 3).map((word) => ({ ask: `${subject} ${word}`, right: [document.path] }));
  });
  const step = Math.max(1, Math.floor(pairs.length / pairCount));
  return pairs
    .filter((_, at) => at % step === 0)
    .slice(0, pairCount)
    .map((pair) => ({ ...pair, kind: pairKind, heldOut: false }));
}
