import { RepositoryError } from '../../base/errors/errors.ts';

/** The space that one answer may take while it is written. */
export interface AnswerReservation {
  /**
   * Whether something of so many bytes still goes into the answer; it is counted then. What must go in, such as the first entry
   * of a page, which would never advance without it, fits whatever is in the answer already. Throws `Unavailable` where it
   * does not fit the budget of all answers.
   */
  take(bytes: number, must?: boolean): boolean;
  /** Gives back what was taken. */
  close(): void;
}

/** The memory that all answers together may take: while they are written, and until their connections have taken them. */
export interface AnswerBudget {
  /** Space for one answer. Whoever opens it closes it. */
  open(): AnswerReservation;
  /** Whether a finished answer of so many bytes fits beside those that are in flight. */
  fits(bytes: number): boolean;
  /**
   * Counts a finished answer, whether it fits or not. Call the function that is returned when it is sent or given up, once.
   * Undefined: it is so short that it is not counted.
   */
  hold(bytes: number): (() => void) | undefined;
  /** In bytes: what is counted now. */
  readonly inFlight: number;
}

export interface AnswerLimits {
  /** In bytes: a list ends where its entries would take more. */
  readonly page: number;
  /** In bytes: what all answers may take together. */
  readonly inFlight: number;
}

/** In bytes. The beginning of each answer is not counted: short ones get through whatever slow readers hold. */
const uncounted = 64 * 1024;

const countedOf = (bytes: number): number => Math.max(0, bytes - uncounted);

/** Says that too many answers are in flight. */
export const tooManyAnswers = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'Too many large answers are being sent at the moment. Try again in a few seconds, or ask for fewer entries.',
  );

export function createAnswerBudget(limits: AnswerLimits): AnswerBudget {
  let inFlight = 0;
  const fitsCounted = (counted: number): boolean =>
    counted === 0 || inFlight === 0 || inFlight + counted <= limits.inFlight;

  return {
    open() {
      let taken = 0;
      return {
        take(bytes, must = false) {
          const after = taken + bytes;
          if (!must && after > limits.page) return false;
          const more = countedOf(after) - countedOf(taken);
          if (!fitsCounted(more)) {
            if (!must) return false;
            throw tooManyAnswers();
          }
          taken = after;
          inFlight += more;
          return true;
        },
        close() {
          inFlight -= countedOf(taken);
          taken = 0;
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
