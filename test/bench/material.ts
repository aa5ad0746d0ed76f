/** Chance that is the same in every run (mulberry32). Each call gives a number from 0 up to 1. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const chance = createChance(20_251);

const pick = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(chance() * all.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
};

/** So many of them at random, each as often as chance wants. */
export const drawn = <T>(all: readonly T[], count: number): T[] => Array.from({ length: count }, () => pick(all));

const subjects = ['Mathematik', 'Deutsch', 'Biologie', 'Physik', 'Geschichte', 'Erdkunde', 'Musik', 'Englisch'];
const topics =
  'Bruchrechnung Photosynthese Satzglieder Optik Römer Vulkane Notenlehre Prozentrechnung Zellteilung Kommasetzung Stromkreis Mittelalter Klimazonen Rhythmus Zinsen Genetik Märchen Wellen Reformation Plattentektonik Harmonielehre Geometrie Ökosystem Lyrik Magnetismus Industrialisierung Wetter Instrumente'.split(
    ' ',
  );
const words =
  'die Lernenden erarbeiten in Gruppen anhand von Beispielen aus dem Alltag Übungen mit Lösungen für Schülerinnen und Schüler der Sekundarstufe das Arbeitsblatt enthält Aufgaben verschiedener Schwierigkeit einen Versuch eine Tabelle zur Auswertung sowie größere Projekte Quellen Karten Bilder Fragen zur Wiederholung'.split(
    ' ',
  );

const sentences = (length: number): string => {
  let text = '';
  while (text.length < length) text += `${text === '' ? '' : ' '}${pick(words)}`;
  return `${text}.`;
};

/** The properties of a material as a teacher would describe it: ten of them, about 1 KB as JSON. */
export function materialProperties(name: string): Record<string, string[]> {
  const [subject, topic] = [pick(subjects), pick(topics)];
  return {
    'cm:name': [name],
    'cclom:title': [`${topic}: ${subject} in Klasse ${5 + Math.floor(chance() * 8)}`],
    'cclom:general_description': [sentences(420)],
    'cclom:general_keyword': [subject, topic, pick(topics), pick(topics), 'Arbeitsblatt'],
    'cclom:general_language': ['de_DE'],
    'ccm:educationalcontext': ['sekundarstufe_1', 'sekundarstufe_2'],
    'ccm:educationallearningresourcetype': ['worksheet', 'exercise'],
    'ccm:taxonid': [`http://w3id.org/openeduhub/vocabs/discipline/${100 + Math.floor(chance() * 900)}`],
    'ccm:author_freetext': ['Erika Mustermann, Gymnasium am Stadtpark'],
    'ccm:commonlicense_key': ['CC_BY_SA'],
  };
}
