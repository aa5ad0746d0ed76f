import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { onExchangeEnd } from '../connection/exchange-end.ts';
import { type BodyPace, createBodyPace, defaultPace, type Pace } from './body-pace.ts';
import { type ByteBudget, createByteBudget } from './byte-budget.ts';
import { sendContinue } from './unread-body.ts';

/** A body that is being received. */
export interface Reception<T> {
  readonly value: Promise<T>;
  /** Stops receiving; the value rejects with the reason. The rest of the body stays unread. */
  stop(reason: Error): void;
}

/** The memory that a body takes: every byte that arrives, or so many bytes at most, where it flows through or is unpacked. */
export type HeldBytes = 'all' | number;

/** Watches over all bodies that the server receives. */
export interface BodyGuard {
  /**
   * Starts to receive a body. What it holds in memory is counted until the exchange ends. The value rejects with `Unavailable`
   * where all bodies together take too much memory, with `TooSlow` where the client does not keep up the pace, and with
   * `BadRequest` where it leaves.
   */
  receive<T>(
    exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
    held: HeldBytes,
    start: () => Reception<T>,
  ): Promise<T>;
}

/** Enough for sixty bodies of the default limit. */
const defaultBytes = 64_000_000;

const clientLeft = (): RepositoryError => badRequest('The client closed the connection before its body had arrived.');

export interface BodyGuardOptions {
  /** How much memory all bodies may take together. */
  readonly bytes?: number;
  /** How fast a client must send. */
  readonly pace?: Pace;
}

export function createBodyGuard(options: BodyGuardOptions = {}): BodyGuard {
  const budget: ByteBudget = createByteBudget(options.bytes ?? defaultBytes, 'large bodies');
  const pace: BodyPace = createBodyPace(options.pace ?? defaultPace);
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
