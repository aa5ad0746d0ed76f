import { describe, expect, test } from 'vitest';
import { acceptsJson, isJsonType } from '../../../src/http/media-types.ts';

describe('Accept', () => {
  test.each([
    undefined,
    '',
    'application/json',
    'Application/JSON;q=0.1',
    'application/json; charset=utf-8',
    'text/html, application/json',
    'text/html, */*;q=0.1',
    'application/*',
    'text/*, application/json;q=.5',
    '*/*;q=0, application/json',
  ])('%s takes JSON', (accept) => {
    expect(acceptsJson(accept)).toBe(true);
  });

  test.each([
    'text/html',
    'application/xml, text/*',
    'application/jsonx',
    'application/json;q=0',
    'application/json; q=0.0, */*',
    'application/*;q=0, */*',
    '*/*;q=0',
    'nonsense',
    ',',
  ])('%s does not take JSON', (accept) => {
    expect(acceptsJson(accept)).toBe(false);
  });
});

describe('Content-Type', () => {
  test.each(['', 'application/json', 'APPLICATION/JSON ; charset=x', 'application/ld+json', 'text/json'])(
    '"%s" is JSON',
    (type) => {
      expect(isJsonType(type)).toBe(true);
    },
  );

  test.each([
    'text/plain',
    'application/jsonx',
    'text/plain; application/json',
    'x application/json',
    'application/+xml',
  ])('"%s" is not JSON', (type) => {
    expect(isJsonType(type)).toBe(false);
  });

  test('of any length is compared in no time', () => {
    const start = performance.now();
    expect(isJsonType(`application/${'+'.repeat(400_000)}`)).toBe(false);
    expect(isJsonType(`application/${'+json'.repeat(100_000)}x`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(200);
  });
});
