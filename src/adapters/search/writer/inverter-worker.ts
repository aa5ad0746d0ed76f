import { type NumberedTerms, numberTerms } from '../segment/numbered-terms.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { IndexThread, InvertJob } from './index-thread.ts';
import { invert, type Ranges } from './inverter.ts';

/** The part of a segment that the thread inverts. The caller keeps ownership of the arrays. */
export interface WrittenLog {
  readonly vocabulary: NumberedTerms;
  readonly log: Uint32Array;
  readonly stretches: Ranges;
}

/** Inverts a term log in the worker thread. Rejects as `IndexThread.run` does. */
export type InverterWorker = (written: WrittenLog) => Promise<WrittenPostings>;

/** Sends each term to the thread only once. */
export function createInverterWorker(thread: IndexThread): InverterWorker {
  let sent: { readonly thread: number; readonly dictionary: NumberedTerms; count: number } | undefined;
  let dictionaryCount = 0;

  return async ({ vocabulary: dictionary, log, stretches: ranges }) => {
    const number = thread.start();
    if (sent?.thread !== number || sent.dictionary !== dictionary) {
      sent = { thread: number, dictionary, count: 0 };
      dictionaryCount += 1;
    }
    const added = dictionary.terms.slice(sent.count);
    const job: InvertJob = {
      vocabulary: dictionaryCount,
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
      // The thread may or may not have received the terms.
      sent = undefined;
      throw error;
    }
  };
}

/** Creates the function with which the thread inverts logs. It keeps the terms of the last dictionary. */
export function createInlineInverter(): (job: InvertJob) => WrittenPostings {
  let terms: string[] = [];
  let numbered = numberTerms(terms);
  let current = 0;
  return ({ vocabulary, added, log, stretches: ranges }) => {
    if (vocabulary !== current) {
      current = vocabulary;
      terms = [];
      numbered = numberTerms(terms);
    }
    for (const term of added) terms.push(term);
    return invert(numbered, log, ranges);
  };
}
