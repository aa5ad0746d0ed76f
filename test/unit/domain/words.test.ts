import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesForHeader } from '../../../src/api/response/unknown-property-headers.ts';
import { alternativeName } from '../../../src/base/alternative-name.ts';
import { RepositoryError } from '../../../src/base/errors/errors.ts';
import { cleanedName, isAlternative, nodeNameProblem } from '../../../src/base/node-name.ts';
import { Properties } from '../../../src/contract/objects/properties.ts';
import { checkedChanges, checkedDraft, unknownDraftNames } from '../../../src/domain/content-model/model-validation.ts';
import { applyChanges, type PropertyChanges } from '../../../src/domain/nodes/properties.ts';
import { isSystemProperty } from '../../../src/domain/nodes/system-properties.ts';
import { nameOfLink } from '../../../src/domain/text/link-name.ts';
import { programDictionary as dictionary } from '../../support/bare-repository.ts';

const evil = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'cm:name', 'cm:__proto__'];

const usable = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'title', 'x_LONG', 'größe,x', '100%'),
  fc.stringMatching(/^[\w.~%äßמ🎒-]{1,8}$/u),
);
const local = fc.oneof({ weight: 12, arbitrary: usable }, fc.constantFrom(...evil), fc.string());
const prefix = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('cm', 'ccm', 'cclom') },
  fc.constantFrom('sys', 'virtual', 'foo', '__proto__', 'constructor'),
);
const uri = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('http://www.campuscontent.de/model/1.0', 'virtualproperty') },
  fc.constantFrom('http://x', '__proto__'),
);
const name = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(prefix, local).map(([before, behind]) => `${before}:${behind}`) },
  { weight: 3, arbitrary: fc.tuple(uri, local).map(([before, behind]) => `{${before}}${behind}`) },
  { weight: 6, arbitrary: fc.constantFrom(...dictionary.properties.keys()) },
  local,
);
// Larger ones are refused before.
const number = fc.double({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, noNaN: true });
const scalar = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 9, arbitrary: number },
  { weight: 1, arbitrary: fc.double() },
  { weight: 9, arbitrary: fc.boolean() },
  { weight: 9, arbitrary: fc.constantFrom('true', '1', '2026-01-31') },
);
const value = fc.oneof(
  { weight: 9, arbitrary: scalar },
  { weight: 6, arbitrary: fc.array(fc.option(scalar), { maxLength: 3 }) },
  { weight: 3, arbitrary: fc.constant(null) },
  fc.object(),
);
const body = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  // Defines, so that `__proto__` is a name like others.
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);

/** What comes of it, or the error that a caller is told; any other error fails the test. */
function outcome<T>(read: () => T): T | RepositoryError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'BadRequest') return error;
    throw error;
  }
}

const isPolluted = (): boolean => Object.keys(Object.prototype).length > 0 || 'polluted' in {};

describe('words from anywhere', () => {
  test('are refused with a sentence, or kept as text under a name with a registered namespace; nothing is lost', () => {
    const seen = { refused: 0, kept: 0 };
    fc.assert(
      fc.property(body, (given) => {
        const parsed = Properties.safeParse(given);
        if (!parsed.success) return;
        const changes: PropertyChanges = parsed.data;
        const ready = outcome(() => checkedChanges(dictionary, changes));
        expect(isPolluted()).toBe(false);
        if (ready instanceof RepositoryError) {
          expect(ready.message.length).toBeGreaterThan(15);
          seen.refused += 1;
          return;
        }
        seen.kept += 1;
        const after = applyChanges({}, ready.properties);
        for (const [key, values] of Object.entries(after)) {
          expect(dictionary.namespaces.has(key.split(':')[0] ?? '')).toBe(true);
          expect(values.every((text) => typeof text === 'string')).toBe(true);
        }
        for (const [sent, values] of changes) {
          const short = dictionary.shortName(sent) ?? '';
          const isLeftAside = isSystemProperty(short) || short === 'cclom:location' || short === 'cm:name';
          if (isLeftAside || values === null || values.length === 0) continue;
          expect(after[short]).toEqual(values);
        }
        const unknown = unknownDraftNames(dictionary, { aspects: [], properties: changes });
        for (const word of unknown) expect(Object.hasOwn(after, word)).toBe(true);
        for (const word of Object.keys(after)) expect(unknown.includes(word)).toBe(!dictionary.properties.has(word));
      }),
      { numRuns: 2_000 },
    );
    // Both ways are walked often, or this would say little.
    expect(Math.min(seen.refused, seen.kept)).toBeGreaterThan(200);
  });

  test('as type and aspects make a node of a known type, or none', () => {
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 4 }), (type, aspects) => {
        const draft = outcome(() => checkedDraft(dictionary, { type, aspects, properties: new Map() }));
        if (draft instanceof RepositoryError) return;
        expect(dictionary.types.get(draft.type)?.abstract).toBe(false);
        expect(draft.folder).toBe(['ccm:map', 'cm:folder'].includes(draft.type));
        expect(new Set(draft.aspects).size).toBe(draft.aspects.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test('fit into a header of plain letters from which every name can be read again', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 300 }), (names) => {
        const header = namesForHeader(names);
        expect(header).toMatch(/^[\x21-\x7e ]*$/);
        expect(header.length).toBeLessThanOrEqual(4_020);
        const parts = header === '' ? [] : header.split(', ');
        const more = /^\+(\d+)$/.exec(parts.at(-1) ?? '')?.[1];
        const read = (more === undefined ? parts : parts.slice(0, -1)).map((part) => decodeURIComponent(part));
        expect(read).toEqual(names.slice(0, read.length).map((word) => word.toWellFormed()));
        expect(read.length + Number(more ?? 0)).toBe(names.length);
      }),
    );
  });
});

describe('a name', () => {
  test('made of any address can be the name of a node', () => {
    const address = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(address, fc.nat(3), (text, times) => {
        expect(nodeNameProblem(nameOfLink(text.repeat(1 + times * 40)))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('that is cleaned can be the name of a node, and one that was good stays', () => {
    const odd = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'grapheme', minLength: 1 }));
    const addition = fc.constantFrom('', '/', '\n', '\ud83d', '.', '\0', '.pdf');
    fc.assert(
      fc.property(odd, addition, fc.nat(3), (text, added, times) => {
        const name = text.repeat(1 + times * 60) + added;
        const cleaned = cleanedName(name);
        expect(nodeNameProblem(cleaned), cleaned).toBeUndefined();
        if (nodeNameProblem(name) === undefined) expect(cleaned).toBe(name);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a/b.txt', 'a_b.txt'],
    ['Teil 1\r\nBrüche', 'Teil 1 Brüche'],
    ['a\0b\x7f', 'ab'],
    ['.', '_'],
    ['..', '__'],
    ['\n', '_'],
    ['', ''],
    [`${'ä'.repeat(200)}.html`, `${'ä'.repeat(125)}.html`],
    ['😀'.repeat(70), '😀'.repeat(63)],
    [`a${'😀'.repeat(200)}`, `a${'😀'.repeat(63)}`],
  ])('%j becomes %j', (given, expected) => {
    expect(cleanedName(given)).toBe(expected);
  });

  test('is known as another form of a name that was taken', () => {
    const long = `${'a'.repeat(250)}.txt`;
    for (const name of ['Plan.pdf', 'Plan', 'a.tar.gz', long]) {
      expect(isAlternative(name, name)).toBe(true);
      for (const n of [1, 12, 100_000]) expect(isAlternative(alternativeName(name, n), name), name).toBe(true);
    }
    expect(isAlternative('Plan - 1.pdf', 'Plan.txt')).toBe(false);
    expect(isAlternative('Plan - 01.pdf', 'Plan.pdf')).toBe(false);
    expect(isAlternative('Plan', 'Plan - 1')).toBe(false);
  });

  test('that is good has good other forms, each of them different', () => {
    const good = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter((text) => !nodeNameProblem(text));
    fc.assert(
      fc.property(
        fc.oneof(good, fc.constantFrom(...evil, 'CON', 'a.b', '.x', 'x.', `${'a'.repeat(250)}.txt`)),
        (text) => {
          const forms = [1, 2, 10, 100_000].map((n) => alternativeName(text, n));
          for (const form of forms) expect(nodeNameProblem(form), form).toBeUndefined();
          expect(new Set([text, ...forms]).size).toBe(5);
        },
      ),
    );
  });

  test.each([
    ['Plan.pdf', 'Plan - 1.pdf'],
    ['Plan', 'Plan - 1'],
    ['.profile', '.profile - 1'],
    ['a.tar.gz', 'a.tar - 1.gz'],
    ['Dr. Müller Brief', 'Dr. Müller Brief - 1'],
    ['de.wikipedia.org_wiki', 'de.wikipedia.org_wiki - 1'],
    ['Punkt.', 'Punkt. - 1'],
  ])('%s that is taken becomes %s', (given, expected) => {
    expect(alternativeName(given, 1)).toBe(expected);
  });
});
