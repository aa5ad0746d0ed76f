import { createChance } from '../material.ts';
import { firstNames, forms, lastNames, nouns, particles, prefixes, subjects, verbs } from './words.ts';
import { createZipf } from './zipf.ts';

/** Names, texts and queries of a school, the same in every run. */
export interface Texts {
  /** What a teacher states about the material of this number, under a name that no other one has. */
  properties(number: number): Record<string, string[]>;
  /** Some words of German; frequent ones occur as often as they do in a text. */
  sentences(count: number): string;
  /** What people search for, each once: topics first, rare words last. */
  readonly queries: readonly string[];
}

const queryCount = 5_000;
/** As words of a language are distributed; queries and nodes have another one. */
const wordExponent = 1;
const vocabulary = 'http://w3id.org/openeduhub/vocabs';
const licences = ['CC_BY_SA', 'CC_BY', 'CC_0', 'CC_BY_NC_SA', 'COPYRIGHT_FREE', 'SCHULFUNK'];
const levels = ['sekundarstufe_1', 'sekundarstufe_2', 'grundschule', 'berufliche_bildung', 'foerderschule'];

const compounds: readonly string[] = nouns.flatMap((noun) => prefixes.map((prefix) => prefix + noun.toLowerCase()));

const topics: readonly string[] = subjects.flatMap((subject) => subject.topics);

/** Frequent words first. */
const allWords: readonly string[] = [...particles, ...nouns, ...verbs, ...topics, ...compounds];

const at = <T>(all: readonly T[], place: number): T => {
  const one = all[place % all.length];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
};

function distinctQueries(chance: () => number): string[] {
  const any = (all: readonly string[]): string => at(all, Math.floor(chance() * all.length));
  const queries = new Set<string>(topics);
  const kinds = [
    () => `${any(topics)} ${any(nouns)}`,
    () => `${at(forms, Math.floor(chance() * forms.length)).name} ${any(topics)}`,
    () => any(compounds),
    () => any(nouns),
  ];
  for (let turn = 0; queries.size < queryCount; turn += 1) queries.add(at(kinds, turn)());
  return [...queries];
}

/** Texts that follow from the seed alone. */
export function createTexts(seed: number): Texts {
  const chance = createChance(seed);
  const drawing = <T>(all: readonly T[], exponent = wordExponent): (() => T) => {
    const draw = createZipf(all.length, exponent, chance);
    return () => at(all, draw());
  };
  const [word, topicWord] = [drawing(allWords), drawing(topics)];
  const [subject, form] = [drawing(subjects, 0.5), drawing(forms)];
  const [level, licence] = [drawing(levels), drawing(licences)];
  const [firstName, lastName] = [drawing(firstNames, 0.5), drawing(lastNames, 0.5)];

  const sentence = (): string => {
    const words = Array.from({ length: 6 + Math.floor(chance() * 9) }, word).join(' ');
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  };
  const sentences = (count: number): string => Array.from({ length: count }, sentence).join(' ');

  return {
    sentences,
    queries: distinctQueries(chance),
    properties(number) {
      const { name, code, topics: own } = subject();
      const [topic, kind] = [at(own, Math.floor(chance() * own.length)), form()];
      const grade = 5 + Math.floor(chance() * 9);
      return {
        'cm:name': [`${kind.name} ${topic} Klasse ${grade} (${number + 1})`],
        'cclom:title': [`${kind.name}: ${topic} in Klasse ${grade} – ${word()} ${word()}`],
        'cclom:general_description': [sentences(2 + Math.floor(chance() * 4))],
        'cclom:general_keyword': [...new Set([name, topic, topicWord(), kind.name])],
        'cclom:general_language': ['de_DE'],
        'ccm:educationalcontext': [`${vocabulary}/educationalContext/${level()}`],
        'ccm:educationallearningresourcetype': [`${vocabulary}/learningResourceType/${kind.key}`],
        'ccm:taxonid': [`${vocabulary}/discipline/${code}`],
        'ccm:author_freetext': [`${firstName()} ${lastName()}`],
        'ccm:commonlicense_key': [licence()],
      };
    },
  };
}
