import { RepositoryError } from '../../base/errors/errors.ts';

/** The memory that one response uses while it is written. */
export interface AnswerReservation {
  /**
   * Reserves bytes. Returns false if they do not fit in the response. With `must`, only the budget of all responses
   * applies, and bytes that do not fit in it throw `Unavailable`. Use `must` for the first entry of a page, or paging
   * would never advance. After `close`, throws.
   */
  take(bytes: number, must?: boolean): boolean;
  /** Releases all bytes. */
  close(): void;
}

/** The memory that all responses may use together, while they are written and until they are sent. */
export interface AnswerBudget {
  /** Opens the reservation of one response. The caller must close it. */
  open(): AnswerReservation;
  /** Whether a finished response of this size fits in the budget now. */
  fits(bytes: number): boolean;
  /**
   * Counts a finished response, even if it does not fit. Returns a function to call once, when the response was sent or
   * abandoned; undefined if the response is too short to be counted.
   */
  hold(bytes: number): (() => void) | undefined;
  /** The counted bytes of all responses that are being written or sent. */
  readonly inFlight: number;
}

export interface AnswerLimits {
  /** The maximum size of the entries of one list, in bytes. */
  readonly page: number;
  /** The maximum size of all responses in progress together, in bytes. */
  readonly inFlight: number;
}

/**
 * This many bytes of each response are not counted, so that short responses succeed even if slow clients use up the
 * budget.
 */
const uncounted = 64 * 1024;

const countedOf = (bytes: number): number => Math.max(0, bytes - uncounted);

export const tooManyAnswers = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'Too many large responses are in progress. Try again in a few seconds, or request fewer entries.',
  );

export function createAnswerBudget(limits: AnswerLimits): AnswerBudget {
  let inFlight = 0;
  const fitsCounted = (counted: number): boolean =>
    counted === 0 || inFlight === 0 || inFlight + counted <= limits.inFlight;

  return {
    open() {
      let taken = 0;
      let isClosed = false;
      return {
        take(bytes, must = false) {
          // The response took too long, and another one was sent.
          if (isClosed) throw new Error('The reservation is closed.');
          const more = countedOf(taken + bytes) - countedOf(taken);
          if (!must && (taken + bytes > limits.page || !fitsCounted(more))) return false;
          if (!fitsCounted(more)) throw tooManyAnswers();
          taken += bytes;
          inFlight += more;
          return true;
        },
        close() {
          inFlight -= countedOf(taken);
          taken = 0;
          isClosed = true;
        },
      };
    },
    fits: (bytes) => fitsCounted(countedOf(bytes)),
    hold(bytes) {
      const counted = countedOf(bytes);
      if (counted === 0) return undefined;
      inFlight += counted;
      return () => {
        inFlight -= counted;
      };
    },
    get inFlight() {
      return inFlight;
    },
  };
}
