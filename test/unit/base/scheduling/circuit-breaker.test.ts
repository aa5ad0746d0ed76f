import { beforeEach, describe, expect, test } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker } from '../../../../src/base/scheduling/circuit-breaker.ts';

describe('a circuit breaker', () => {
  let now: number;
  let breaker: CircuitBreaker;

  beforeEach(() => {
    now = 1_000;
    breaker = createCircuitBreaker({ now: () => now, failures: 3, pause: 100 });
  });

  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) breaker.note(false);
  };

  test('admits calls until enough have failed in a row', () => {
    fail(2);
    expect(breaker.admits()).toBe(true);
    breaker.note(true);
    fail(2);
    expect(breaker.admits()).toBe(true);
    fail(1);
    expect(breaker.admits()).toBe(false);
  });

  test('tries a single call after the pause', () => {
    fail(3);
    now += 99;
    expect(breaker.admits()).toBe(false);
    now += 1;
    expect([breaker.admits(), breaker.admits(), breaker.admits()]).toEqual([true, false, false]);
  });

  test('admits all calls after the one that succeeds, and pauses again after one that fails', () => {
    fail(3);
    now += 100;
    expect(breaker.admits()).toBe(true);
    breaker.note(false);
    now += 99;
    expect(breaker.admits()).toBe(false);
    now += 1;
    expect(breaker.admits()).toBe(true);
    breaker.note(true);
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });

  test('tries again after another pause if the result of the single call never comes', () => {
    fail(3);
    now += 100;
    expect(breaker.admits()).toBe(true);
    now += 100;
    expect(breaker.admits()).toBe(true);
  });
});
