/** The Levenshtein distance of two words. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** In UTF-16 code units: a longer text is not a misspelt word. */
const maxComparedLength = 100;

/** The known word that is most similar to an unknown one, or the first of several. Empty if `known` is empty. */
export function nearestOf(known: Iterable<string>, unknown: string): string {
  const compared = unknown.slice(0, maxComparedLength);
  const measured = [...known].map((word) => ({ word, distance: distanceOf(word, compared) }));
  return measured.sort((a, b) => a.distance - b.distance)[0]?.word ?? '';
}
