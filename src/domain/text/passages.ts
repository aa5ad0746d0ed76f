/** A piece of a passage. */
interface PassagePart {
  readonly text: string;
  /** Whether it is a word that was searched for. */
  readonly found: boolean;
}

/** A piece of a text around words that were searched for, in order. White space is a single space; `…` stands for what is left out. */
export type Passage = readonly PassagePart[];

/** The maximum length of a passage in UTF-16 code units, apart from the ellipses. */
const passageLength = 180;
/** The maximum length of what comes before the first word that was found. */
const leadLength = 50;
/** Of each sought word, only so many places are compared. They are the first ones of the text. */
const maxFound = 100;

/** Longer words, mostly encoded data, are not compared. */
const maxWordLength = 100;

const word = /[\p{L}\p{N}\p{M}\u00ad]+/gu;

/** The words that are sought, numbered from 0. */
interface Sought {
  /** Which of them a word is; undefined if it is none. */
  which(word: string): number | undefined;
  /** How much one of them tells, compared with the others. */
  weightOf(which: number): number;
}

/** A word that was found, with its place in the text. */
interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly sought: number;
}

/** Up to `limit` passages of a text that do not overlap, the most telling first: those with the most and the rarest different words. */
export function passagesOf(text: string, sought: Sought, limit: number): readonly Passage[] {
  const found = foundIn(text, sought);
  const spans: FoundWord[][] = [];
  const seen = new Set<number>();
  const worthOf = (which: number): number => sought.weightOf(which) * (seen.has(which) ? seenFactor : 1);
  while (spans.length < limit) {
    const span = bestSpan(found, spans, worthOf);
    if (span.length === 0) break;
    spans.push(span);
    for (const one of span) seen.add(one.sought);
  }
  return spans.map((span) => passageOf(text, span));
}

function foundIn(text: string, sought: Sought): readonly FoundWord[] {
  const found: FoundWord[] = [];
  const counts = new Map<number, number>();
  for (const match of text.matchAll(word)) {
    const [written] = match;
    const which = written.length > maxWordLength ? undefined : sought.which(written);
    const count = which === undefined ? maxFound : (counts.get(which) ?? 0);
    if (which === undefined || count === maxFound) continue;
    counts.set(which, count + 1);
    found.push({ start: match.index, end: match.index + written.length, sought: which });
  }
  return found;
}

/** Room for a lead that ends at the border of a sentence. */
const spanLength = passageLength - leadLength;

/** What a word counts that an earlier passage has. */
const seenFactor = 0.1;

/** The found words of the best passage that overlaps none of `others`; empty if there is none. `worthOf` says what each word counts. */
function bestSpan(
  found: readonly FoundWord[],
  others: readonly (readonly FoundWord[])[],
  worthOf: (which: number) => number,
): FoundWord[] {
  let best: FoundWord[] = [];
  let bestWorth = 0;
  for (const [at, first] of found.entries()) {
    if (others.some((other) => isNear(other, first))) continue;
    const span = found.slice(at, at + 20).filter(({ end }) => end - first.start <= spanLength || end === first.end);
    const different = new Set(span.map(({ sought }) => sought));
    const worth = [...different].reduce((sum, one) => sum + worthOf(one), 0);
    if (worth > bestWorth) [best, bestWorth] = [span, worth];
  }
  return best;
}

const isNear = (span: readonly FoundWord[], { start }: FoundWord): boolean =>
  Math.abs(start - (span[0]?.start ?? 0)) < 2 * passageLength;

function passageOf(text: string, span: readonly FoundWord[]): Passage {
  const [start, end] = bordersOf(text, span[0]?.start ?? 0, span.at(-1)?.end ?? 0);
  const parts: PassagePart[] = [];
  let at = start;
  for (const one of span) {
    // A passage starts like a line.
    const lineStart = at === start ? '\n' : '';
    parts.push({ text: oneLine(lineStart + text.slice(at, one.start)), found: false });
    parts.push({ text: text.slice(one.start, Math.min(one.end, end)), found: true });
    at = one.end;
  }
  parts.push({ text: oneLine(text.slice(at, end)), found: false });
  const [first, ...rest] = parts;
  const last = rest.pop();
  if (first === undefined || last === undefined) return parts;
  const before = { ...first, text: (start > 0 ? '…' : '') + first.text.trimStart() };
  const after = { ...last, text: last.text.trimEnd() + (end < text.trimEnd().length ? '…' : '') };
  return [before, ...rest, after].filter(({ text: piece }) => piece !== '');
}

/** The marks of Markdown and of rulers: of headings, list items and quotations, and around emphasis, code and cells. */
const marks = /(?<!\S)#{1,6}(?!\S)|(?<=\n[ \t]*)[-*+>](?=[ \t])|[-=_|:]{3,}|\*{2,}|__|`+|(?<!\S)\|(?!\S)/gu;

// Control characters, halves of cut characters and marks have no place in a line.
const oneLine = (text: string): string => text.replace(marks, '').replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ');

/** Where a passage starts and ends: at the border of a sentence if there is one, else between two words. */
function bordersOf(text: string, firstStart: number, lastEnd: number): readonly [start: number, end: number] {
  const earliest = Math.max(0, firstStart - leadLength);
  const lead = text.slice(earliest, firstStart);
  const border = /[.!?]\s|\n\s*\n/u.exec(lead);
  const gap = earliest === 0 ? 0 : lead.search(/\s/u);
  const start = earliest + (border === null ? Math.max(gap, 0) : border.index + border[0].length);
  const latest = Math.min(text.length, Math.max(lastEnd, start + passageLength));
  if (latest === text.length) return [start, latest];
  const tail = text.slice(lastEnd, latest);
  const space = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'));
  return [start, space > 0 ? lastEnd + space : Math.max(lastEnd, latest)];
}
