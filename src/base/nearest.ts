import { distance } from 'fastest-levenshtein';

/** The maximum length of a compared text, in UTF-16 code units. Longer texts are not misspelt words. */
const maxComparedLength = 100;

/** The Levenshtein distance of two texts. Compares only their first 100 UTF-16 code units. */
export const textDistance = (one: string, other: string): number =>
  distance(one.slice(0, maxComparedLength), other.slice(0, maxComparedLength));

/** The known word that is most similar to an unknown one, or the first of several. Empty if `known` is empty. */
export function nearestOf(known: Iterable<string>, unknown: string): string {
  const compared = unknown.slice(0, maxComparedLength);
  const measured = [...known].map((word) => ({ word, distance: distance(word, compared) }));
  return measured.sort((a, b) => a.distance - b.distance)[0]?.word ?? '';
}

/**
 * The known word that an unknown one was most likely meant to be: at most a third of its characters differ. Undefined if there is
 * none.
 */
export function similarOf(known: Iterable<string>, unknown: string): string | undefined {
  const compared = unknown.slice(0, maxComparedLength);
  const nearest = nearestOf(known, compared);
  return nearest !== '' && distance(nearest, compared) <= compared.length / 3 ? nearest : undefined;
}
