import { AnswerError } from '../../src/client/answer-error.ts';
import type { Explains } from './writer.ts';

/** The errors that a server with a failing disk may answer, as they came. */
export interface Refusals {
  readonly answers: AnswerError[];
  readonly explains: Explains;
}

/** Takes every 500 and 503 for the fault of the disk. */
export function collectRefusals(): Refusals {
  const answers: AnswerError[] = [];
  return {
    answers,
    explains: (error) => {
      if (!(error instanceof AnswerError) || (error.status !== 500 && error.status !== 503)) return false;
      answers.push(error);
      return true;
    },
  };
}
