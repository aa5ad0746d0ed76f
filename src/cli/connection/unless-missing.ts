import { AnswerError } from '../../client/answer-error.ts';

/** The result of a call; undefined if the server returned 404. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return undefined;
    throw error;
  }
}
