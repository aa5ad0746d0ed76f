import { type NumberedTerms, numberTerms } from '../segment/numbered-terms.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { IndexThread } from './index-thread.ts';
import { invert, type Ranges } from './inverter.ts';

/** A log of words, and the words of its vocabulary that the thread has not been told of before. */
export interface InvertJob {
  readonly vocabulary: number;
  readonly added: readonly string[];
  readonly log: Uint32Array;
  readonly stretches: Ranges;
}

/** What of a segment is made apart: nothing of it is given away. */
export interface WrittenLog {
  readonly vocabulary: NumberedTerms;
  readonly log: Uint32Array;
  readonly stretches: Ranges;
}

/** Makes the lists of a log of words in the thread; rejects as the thread does. */
export type InverterWorker = (written: WrittenLog) => Promise<WrittenPostings>;

/** The thread is told of each word once. */
export function createInverterWorker(thread: IndexThread): InverterWorker {
  let sent: { readonly thread: number; readonly words: NumberedTerms; count: number } | undefined;
  let vocabularies = 0;

  return async ({ vocabulary, log, stretches: ranges }) => {
    const number = thread.start();
    if (sent?.thread !== number || sent.words !== vocabulary) {
      sent = { thread: number, words: vocabulary, count: 0 };
      vocabularies += 1;
    }
    const added = vocabulary.terms.slice(sent.count);
    const job: InvertJob = {
      vocabulary: vocabularies,
      added,
      log: log.slice(),
      stretches: {
        documents: ranges.documents.slice(),
        places: ranges.places.slice(),
        starts: ranges.starts.slice(),
      },
    };
    sent.count += added.length;
    const columns = [job.log, job.stretches.documents, job.stretches.places, job.stretches.starts];
    const buffers = columns.map(({ buffer }) => buffer as ArrayBuffer);
    try {
      return await thread.run('lists', job, buffers);
    } catch (error) {
      // Whether it was told is not known.
      sent = undefined;
      throw error;
    }
  };
}

/** What the thread does: it knows the words of the vocabulary that it was told of last. */
export function createInlineInverter(): (job: InvertJob) => WrittenPostings {
  let words: string[] = [];
  let numbered = numberTerms(words);
  let known = 0;
  return ({ vocabulary, added, log, stretches: ranges }) => {
    if (vocabulary !== known) {
      known = vocabulary;
      words = [];
      numbered = numberTerms(words);
    }
    for (const word of added) words.push(word);
    return invert(numbered, log, ranges);
  };
}
