import { type DocumentField, documentFields } from '../../../domain/query/query.ts';
import type { MatchQuality } from '../../../domain/query/term-match.ts';
import { fieldNorms } from '../codec/field-norms.ts';
import type { Segment } from '../segment/segment.ts';

/** The weight of a word in each part of a document. In a property that the query names, it is 1. */
const partWeights: Readonly<Record<DocumentField, number>> = {
  title: 12,
  name: 10,
  keywords: 6,
  description: 3,
  text: 1,
};

/**
 * A typical length of each part, in words. Longer parts are scored down. A constant, because an average over the index would tell
 * callers about documents that they do not see.
 */
const typicalLengths: Readonly<Record<DocumentField, number>> = {
  title: 6,
  name: 4,
  keywords: 8,
  description: 30,
  text: 600,
};

/** The BM25 parameters k1 (how quickly further occurrences of a word add less) and b (how much long texts are scored down). */
export const saturation = 1.2;
const lengthEffect = 0.4;

/** What a match counts by its quality, from `MatchQuality` 0 to 5. */
const qualityFactors: readonly number[] = [0, 0.15, 0.4, 0.5, 0.85, 1];

/** What a word counts at least, wherever it is. The rest, up to 1 more, depends on its weight in the document. */
const leastPlaceFactor = 0.5;

/** A weight of this size counts half of what the place can add. */
const halfWeight = 20;

/** Scores are multiples of 1 / this number, so that sums do not depend on the order of addition. */
const scoreSteps = 1 << 12;

/** The nearest multiple of the smallest difference between two scores. */
export const roundedScore = (score: number): number => Math.round(score * scoreSteps) / scoreSteps;

/** What a word adds to the score of a document: idf x match quality x place, where `weight` is its BM25 weight without idf. */
export const wordScore = (idf: number, quality: MatchQuality, weight: number): number =>
  roundedScore(idf * (qualityFactors[quality] ?? 0) * (leastPlaceFactor + weight / (weight + halfWeight)));

/** A copy whose boost is multiplied by this factor. */
export const boostedBy = <Scored extends { readonly boost: number }>(scored: Scored, boost: number): Scored => ({
  ...scored,
  boost: scored.boost * boost,
});

/** The weights of a segment's places for one field of a query. */
export interface PlaceWeights {
  /** By place; 0 if terms there do not count. */
  readonly weights: Float64Array;
  /** By place: the start of the field norms of its part in `lengths`; -1 if the length does not matter. */
  readonly lengthStarts: Float64Array;
  /** By place: the number of that part. */
  readonly parts: Uint8Array;
}

/** `field` is a part, a property, or undefined for all parts. Of the parts, only those in `visibleParts` count. */
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

/** The BM25 length normalization for each part and field norm, at part * 256 + norm. */
export const lengthNorms: Float64Array = Float64Array.from({ length: documentFields.length * 256 }, (_, at) => {
  const part = documentFields[Math.floor(at / 256)];
  const length = fieldNorms[at % 256] ?? 0;
  return saturation * (1 - lengthEffect + (lengthEffect * length) / (part === undefined ? 1 : typicalLengths[part]));
});
