import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReadPace } from '../../../../src/http/response/read-pace.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** Responses whose connections say by their index that they were closed. */
function responses(count: number) {
  const closed: number[] = [];
  const all = Array.from({ length: count }, (_, at) => ({ socket: { destroy: () => closed.push(at) } }));
  return { closed, all: all as unknown as ServerResponse[] };
}

describe('a client that does not take a chunk', () => {
  const pace = () => createReadPace(120_000, { patient: 2, crowdedMs: 30_000 });

  test('loses its connection after the time limit, and not one that takes each chunk in time', () => {
    const { closed, all } = responses(2);
    const { waitsFor, isTaken } = pace();
    for (const response of all) waitsFor(response);
    for (let chunk = 0; chunk < 10; chunk += 1) {
      vi.advanceTimersByTime(100_000);
      for (const response of all.slice(1)) {
        isTaken(response);
        waitsFor(response);
      }
    }
    expect(closed).toEqual([0]);
  });

  test('loses it sooner while many downloads wait, until few are left', () => {
    const { closed, all } = responses(5);
    const { waitsFor } = pace();
    for (const response of all) {
      waitsFor(response);
      vi.advanceTimersByTime(1_000);
    }
    vi.advanceTimersByTime(60_000);
    expect(closed).toEqual([0, 1, 2]);
    vi.advanceTimersByTime(60_000);
    expect(closed).toEqual([0, 1, 2, 3, 4]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps it while it waits for the previous response on its connection', () => {
    const { waitsFor } = pace();
    const closed: string[] = [];
    const queued = { socket: null as null | { destroy: () => void } };
    waitsFor(queued as unknown as ServerResponse);
    vi.advanceTimersByTime(1_000_000);
    queued.socket = { destroy: () => closed.push('queued') };
    vi.advanceTimersByTime(240_000);
    expect(closed).toEqual(['queued']);
  });
});
