import { describe, expect, test } from 'vitest';
import { createNodeIds } from '../../../../src/adapters/system/node-ids.ts';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const take = (count: number, next: () => string): string[] => Array.from({ length: count }, () => next());

const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

describe('Node IDs', () => {
  test('are UUIDs of version 7 that sort in the order in which they were made', () => {
    const ids = take(10_000, systemRandomness.nodeId);
    for (const id of ids) expect(id).toMatch(version7);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('begin with the time in milliseconds', () => {
    expect(timeOf(createNodeIds(() => 1_764_000_000_123)())).toBe(1_764_000_000_123);
  });

  test('still grow where the clock stands still, for longer than one millisecond has numbers, or goes back', () => {
    let now = 1_764_000_000_000;
    const next = createNodeIds(() => now);
    const ids = take(5_000, next);
    now -= 3_600_000;
    ids.push(...take(5_000, next));
    now += 7_200_000;
    ids.push(...take(10, next));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(timeOf(ids.at(-1) ?? '')).toBe(now);
  });

  test('end with bits that two sources at the same time do not share', () => {
    const sources = Array.from({ length: 1_000 }, () => createNodeIds(() => 1));
    expect(new Set(sources.map((next) => next().slice(19))).size).toBe(1_000);
  });

  test('are in no secret: those are 256 random bits', () => {
    const secrets = take(100, systemRandomness.secret);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    // Secrets of the same moment have no beginning in common.
    expect(new Set(secrets.map((secret) => secret.slice(0, 6))).size).toBe(100);
  });
});
