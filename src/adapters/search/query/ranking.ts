import { type DocumentField, documentFields } from '../../../domain/query/query.ts';
import { fieldNorms } from '../codec/field-norms.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';

/** What a word weighs in each part of a document. In a property that is named in the query it weighs 1. */
const partWeights: Readonly<Record<DocumentField, number>> = {
  title: 12,
  name: 10,
  keywords: 6,
  description: 3,
  text: 1,
};

/** BM25: how soon more of the same word adds little, and how much long texts are held back. */
export const saturation = 1.2;
const lengthEffect = 0.4;

/** A weight of this size is worth half a step in nearness. */
const halfWeight = 20;

/** Scores are multiples of this, so that a sum is the same in whichever order it is made. */
const scoreSteps = 1 << 14;

/**
 * A weight of any size as a part of 1, in the same order: a word that is farther from the wanted one is never worth more than
 * a nearer one, wherever it stands.
 */
export const shareOf = (weight: number): number =>
  Math.round((weight / (weight + halfWeight)) * scoreSteps) / scoreSteps;

/** The same with all scores boosted once more. */
export const boostedBy = <Scored extends { readonly boost: number }>(scored: Scored, boost: number): Scored => ({
  ...scored,
  boost: scored.boost * boost,
});

/** How much a segment's places count for one field of a query. */
export interface PlaceWeights {
  /** For each place; 0: words there do not count. */
  readonly weights: Float64Array;
  /** For each place where the lengths of its part begin in `lengths`; -1: lengths do not matter. */
  readonly lengthStarts: Float64Array;
  /** For each place the number of that part. */
  readonly parts: Uint8Array;
}

/** `field`: a part, a property, or undefined for all parts; of the parts only those in `seen` count. */
export function placeWeightsOf(
  { places, size }: Segment,
  field: string | undefined,
  visibleParts: readonly DocumentField[],
): PlaceWeights {
  const weights = new Float64Array(places.length);
  const lengthStarts = new Float64Array(places.length).fill(-1);
  const parts = new Uint8Array(places.length);
  for (const [place, fields] of places.entries()) {
    for (const [part, name] of documentFields.entries()) {
      if (!fields.includes(name) || !visibleParts.includes(name) || (field !== undefined && field !== name)) continue;
      weights[place] = (weights[place] ?? 0) + partWeights[name];
      // All fields of a place have the same text, and so the same length.
      lengthStarts[place] = part * size;
      parts[place] = part;
    }
    if (field !== undefined && !isPart(field) && fields.includes(field)) weights[place] = 1;
  }
  return { weights, lengthStarts, parts };
}

const isPart = (field: string): boolean => (documentFields as readonly string[]).includes(field);

/** What all segments together tell of words and lengths. */
export interface Statistics {
  /** How much a word that is looked for is worth: the rarer, the more. */
  idf(word: string): number;
  /** For each part and length code (part * 256 + code): the divisor that holds back long texts. */
  readonly lengthNorms: Float64Array;
}

export function statisticsOf(live: readonly LiveSegment[]): Statistics {
  const segments = live.map(({ segment }) => segment);
  const documents = Math.max(
    1,
    segments.reduce((sum, { size }) => sum + size, 0),
  );
  const idfs = new Map<string, number>();
  return {
    lengthNorms: cachedNorms(live, segments),
    idf(word) {
      let idf = idfs.get(word);
      if (idf === undefined) {
        const count = segments.reduce((sum, segment) => sum + documentCountOf(segment, word), 0);
        idf = Math.log(1 + (documents - count + 0.5) / (count + 0.5));
        idfs.set(word, idf);
      }
      return idf;
    },
  };
}

function documentCountOf(segment: Segment, word: string): number {
  const number = termNumber(segment, word);
  return number < 0 ? 0 : (segment.documentCounts[number] ?? 0);
}

/** A list of segments is another one as soon as anything changes. */
const normTables = new WeakMap<readonly LiveSegment[], Float64Array>();

function cachedNorms(live: readonly LiveSegment[], segments: readonly Segment[]): Float64Array {
  const norms = normTables.get(live) ?? lengthNormsOf(segments);
  normTables.set(live, norms);
  return norms;
}

function lengthNormsOf(segments: readonly Segment[]): Float64Array {
  const norms = new Float64Array(documentFields.length * 256);
  for (let part = 0; part < documentFields.length; part += 1) {
    const sum = segments.reduce((total, { lengthSums }) => total + (lengthSums[part] ?? 0), 0);
    const withPart = segments.reduce((total, segment) => total + (documentsWithPart(segment)[part] ?? 0), 0);
    const average = Math.max(1, sum / Math.max(1, withPart));
    for (let code = 0; code < 256; code += 1) {
      const length = fieldNorms[code] ?? 0;
      norms[part * 256 + code] = saturation * (1 - lengthEffect + (lengthEffect * length) / average);
    }
  }
  return norms;
}

const partCounts = new WeakMap<Segment, Float64Array>();

/**
 * For each part how many documents have one. Those without are no part of the average: where few documents are described, each
 * description would count as a long one, and weigh less than a text.
 */
function documentsWithPart(segment: Segment): Float64Array {
  let counts = partCounts.get(segment);
  if (counts === undefined) {
    const { lengths, lengthSums, size } = segment;
    counts = Float64Array.from(documentFields, (_, part) => {
      let count = 0;
      if (lengthSums[part] === 0) return count;
      for (let at = part * size; at < (part + 1) * size; at += 1) if (lengths[at] !== 0) count += 1;
      return count;
    });
    partCounts.set(segment, counts);
  }
  return counts;
}
