import type { IncomingMessage } from 'node:http';
import { RepositoryError } from '../../base/errors/errors.ts';
import { outsideRequest } from '../current-request.ts';

/** The minimum rate of a body: if fewer than `minBytes` arrive within `windowMs`, the request fails with 408. */
export interface Pace {
  readonly windowMs: number;
  readonly minBytes: number;
}

/** In bytes per millisecond: 2 kB per second, so that a client cannot hold a connection for long with a short body. */
const minRate = 2;

/**
 * The minimum rate, measured over half a minute, or over `silenceMs` if that is shorter. The total time of an upload is not
 * limited here.
 */
export function paceWithin(silenceMs: number): Pace {
  const windowMs = Math.min(30_000, silenceMs);
  return { windowMs, minBytes: windowMs * minRate };
}

export interface BodyPace {
  /** Calls `onTooSlow` once if the client sends its body too slowly. Returns a function that ends the watch. */
  watch(request: IncomingMessage, onTooSlow: (reason: RepositoryError) => void): () => void;
}

interface Watched {
  readonly onTooSlow: (reason: RepositoryError) => void;
  /** The bytes that the connection had received when the window began; undefined before the first whole window. */
  received: number | undefined;
}

/** Watches all bodies with one timer. */
export function createBodyPace({ windowMs, minBytes }: Pace): BodyPace {
  const watched = new Map<IncomingMessage, Watched>();
  let timer: NodeJS.Timeout | undefined;

  const end = (request: IncomingMessage): void => {
    watched.delete(request);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const check = (): void => {
    for (const [request, state] of watched) {
      const before = state.received;
      state.received = request.socket.bytesRead;
      // If bytes are waiting to be read, the server is the slower side.
      if (before === undefined || request.readableLength > 0 || request.complete) continue;
      if (state.received - before >= minBytes) continue;
      end(request);
      state.onTooSlow(
        new RepositoryError('TooSlow', 'The request body arrived too slowly (minimum: 2 kB/s). Send it again.'),
      );
    }
  };

  return {
    watch(request, onTooSlow) {
      watched.set(request, { onTooSlow, received: undefined });
      // The timer serves all requests, so its failures must not be attributed to this one.
      timer ??= outsideRequest(() => setInterval(check, windowMs).unref());
      return () => end(request);
    },
  };
}
