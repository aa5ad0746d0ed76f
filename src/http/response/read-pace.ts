import type { ServerResponse } from 'node:http';
import { outsideRequest } from '../current-request.ts';

/** When the time of waiting downloads is shorter. */
interface Crowd {
  /** This many downloads may wait for the whole time. */
  readonly patient: number;
  /** The time to take a chunk while more downloads wait, in milliseconds. */
  readonly crowdedMs: number;
}

/** 80 MB, because each download uses up to 400 kB of memory; and a minimum rate of 4 kB per second. */
const defaultCrowd: Crowd = { patient: 200, crowdedMs: 30_000 };

/** The minimum rate at which clients take files: closes the connection of a client that does not take a chunk in time. */
export interface ReadPace {
  /** A chunk of a file was written to this response. */
  waitsFor(response: ServerResponse): void;
  /** The client took the chunk, or left. */
  isTaken(response: ServerResponse): void;
}

/**
 * Watches all downloads with one timer. A client has `timeoutMs` to take a chunk, and less in a crowd. What the client sends
 * meanwhile does not count.
 */
export function createReadPace(timeoutMs: number, { patient, crowdedMs } = defaultCrowd): ReadPace {
  const shortMs = Math.min(crowdedMs, timeoutMs);
  /** Since when each response waits for its client, the longest first. */
  const waiting = new Map<ServerResponse, number>();
  let timer: NodeJS.Timeout | undefined;

  const wait = (response: ServerResponse): void => {
    waiting.delete(response);
    waiting.set(response, performance.now());
  };

  const check = (): void => {
    for (const [response, since] of waiting) {
      const limit = waiting.size > patient ? shortMs : timeoutMs;
      if (performance.now() - since < limit) return;
      // The client cannot take it before the previous response on its connection.
      if (response.socket === null) wait(response);
      else {
        waiting.delete(response);
        response.socket.destroy();
      }
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    waitsFor(response) {
      wait(response);
      // The timer serves all requests, so its failures must not be attributed to this one.
      timer ??= outsideRequest(() => setInterval(check, shortMs / 6).unref());
    },
    isTaken: (response) => void waiting.delete(response),
  };
}
