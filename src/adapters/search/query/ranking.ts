import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import { type DocumentField, documentFields } from '../../../domain/query/query.ts';
import { fieldNorms } from '../codec/field-norms.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';

/** The weight of a word in each part of a document. In a property that the query names, it is 1. */
const partWeights: Readonly<Record<DocumentField, number>> = {
  title: 12,
  name: 10,
  keywords: 6,
  description: 3,
  text: 1,
};

/** The BM25 parameters k1 (how quickly further occurrences of a word add less) and b (how much long texts are scored down). */
export const saturation = 1.2;
const lengthEffect = 0.4;

/** A weight of this size counts as half a step of match quality. */
const halfWeight = 20;

/** Scores are multiples of 1 / this number, so that sums do not depend on the order of addition. */
const scoreSteps = 1 << 14;

/**
 * Maps a weight to a value from 0 to 1, in the same order. The score is the match quality plus this value, so a worse
 * match never scores higher than a better one, whatever field it is in.
 */
export const shareOf = (weight: number): number =>
  Math.round((weight / (weight + halfWeight)) * scoreSteps) / scoreSteps;

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

/** Statistics over all segments. */
export interface Statistics {
  /** The inverse document frequency of a word of the query. */
  idf(word: string): number;
  /** The BM25 length normalization for each part and field norm, at part * 256 + norm. */
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
    lengthNorms: lengthNormsOf(live),
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

/** Each change of the index creates a new array of segments. */
const lengthNormsOf = cachedPerObject((live: readonly LiveSegment[]) => {
  const segments = live.map(({ segment }) => segment);
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
});

/**
 * For each part the number of documents that have it. Only these count for the average length. Otherwise, if few
 * documents had a description, each description would count as long, and weigh less than a text.
 */
const documentsWithPart = cachedPerObject(({ lengths, lengthSums, size }: Segment) =>
  Float64Array.from(documentFields, (_, part) => {
    let count = 0;
    if (lengthSums[part] === 0) return count;
    for (let at = part * size; at < (part + 1) * size; at += 1) if (lengths[at] !== 0) count += 1;
    return count;
  }),
);
