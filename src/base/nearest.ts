/** How far two words are apart (Levenshtein). */
function distance(a: string, b: string): number {
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

/** Nobody means a known word by a text that is longer. */
const longestCompared = 100;

/** The known word that an unknown one comes closest to; the first of several; empty where none is known. */
export function nearestOf(known: Iterable<string>, unknown: string): string {
  const compared = unknown.slice(0, longestCompared);
  const measured = [...known].map((word) => ({ word, apart: distance(word, compared) }));
  return measured.sort((a, b) => a.apart - b.apart)[0]?.word ?? '';
}
