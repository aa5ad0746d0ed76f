import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { type ByteBudget, createByteBudget } from '../../base/scheduling/byte-budget.ts';
import { onExchangeEnd } from '../connection/exchange-end.ts';
import { defaultTimes } from '../limits.ts';
import { type BodyPace, createBodyPace, type Pace, paceWithin } from './body-pace.ts';
import { sendContinue } from './unread-body.ts';

/** A request body that is being received. */
export interface Reception<T> {
  readonly value: Promise<T>;
  /** Stops receiving; the value rejects with the reason. The rest of the body stays unread. */
  stop(reason: Error): void;
}

/** The memory that a body uses: every byte that arrives, or a fixed number of bytes for a streamed or compressed body. */
export type HeldBytes = 'all' | number;

/** Limits the memory and the duration of all request bodies. */
export interface BodyGuard {
  /**
   * Starts to receive a body. Its memory is counted until the exchange ends. The value rejects with `Unavailable` if
   * all bodies together use too much memory, with `TooSlow` if the client sends too slowly, and with `BadRequest` if
   * the client leaves.
   */
  receive<T>(
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
    held: HeldBytes,
    start: () => Reception<T>,
  ): Promise<T>;
}

/** The memory that all bodies may use together by default, in bytes: enough for sixty bodies of the default maximum size. */
const defaultBytes = 64_000_000;

const clientLeft = (): RepositoryError =>
  badRequest('The client closed the connection before the whole body had arrived.');

export interface BodyGuardOptions {
  /** The memory that all bodies may use together, in bytes. */
  readonly bytes?: number;
  /** The minimum rate at which a client must send. */
  readonly pace?: Pace;
}

export function createBodyGuard(options: BodyGuardOptions = {}): BodyGuard {
  const budget: ByteBudget = createByteBudget(options.bytes ?? defaultBytes, 'large bodies');
  const pace: BodyPace = createBodyPace(options.pace ?? paceWithin(defaultTimes.silence));
  return {
    async receive({ request, response }, held, start) {
      const reservations = held === 'all' ? [] : [budget.reserve(held)];
      onExchangeEnd(response, () => {
        for (const release of reservations) release();
      });
      const { value, stop } = start();
      sendContinue(request, response);
      if (held === 'all') {
        request.on('data', (chunk: Buffer) => {
          try {
            reservations.push(budget.reserve(chunk.length));
          } catch (error) {
            stop(error as Error);
          }
        });
      }
      const endWatch = pace.watch(request, stop);
      request.once('end', endWatch);
      onExchangeEnd(response, () => {
        endWatch();
        if (!request.complete) stop(clientLeft());
      });
      return value;
    },
  };
}
