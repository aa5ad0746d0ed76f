import fc from 'fast-check';
import type { NodeId } from '../../src/base/ids.ts';
import { type AclRootVisibility, aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { IndexedDocument } from '../../src/ports/search-index.ts';
import { anId } from '../conformance/search-index-documents.ts';
import { type KnownText, knownDates, knownNumbers, knownText } from './vocabulary.ts';

export const parts = ['name', 'title', 'description', 'keywords', 'text'] as const;

/** A document, and what is known of its words and values. */
export interface KnownDocument {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly anchor: string;
  readonly owner: string;
  readonly parts: Readonly<Record<(typeof parts)[number], KnownText>>;
  /** By the name of a property: its values. */
  readonly values: Readonly<Record<string, readonly KnownText[]>>;
}

export const owners = ['anna', 'bert'];
const anchors = [100, 101, 102].map((number): string => anId(number));
export const names = ['a', 'b', 'Klasse 7'];
export const ids = Array.from({ length: 13 }, (_, number) => anId(number));
export const types = ['ccm:io', 'ccm:map', 'cm:folder'];
export const aspects = ['cm:titled', 'ccm:collection'];

/** A text of which only itself is known. */
const plain = (text: string): KnownText => ({ text, words: [], folded: '' });

/** Names of which each is one or two words. */
const name: fc.Arbitrary<KnownText> = fc.constantFrom(
  { text: 'a', words: ['a'], folded: 'a' },
  { text: 'b', words: ['b'], folded: 'b' },
  { text: 'Klasse 7', words: ['klasse', '7'], folded: 'klasse 7' },
);

const oneOf = (values: readonly string[]): fc.Arbitrary<KnownText[]> =>
  fc.constantFrom(...values).map((value) => [plain(value)]);

const bare = fc.record({
  parts: fc.record({
    name,
    title: knownText(3),
    description: knownText(2),
    keywords: knownText(2),
    text: knownText(4),
  }),
  values: fc.record({
    'ccm:x': fc.array(knownText(3), { maxLength: 3 }),
    'cclom:size': oneOf(knownNumbers.map(([text]) => text)),
    'cm:created': oneOf(knownDates.map(([text]) => text)),
    TYPE: oneOf(types),
    ASPECT: fc.subarray(aspects).map((all) => all.map(plain)),
  }),
  anchor: fc.constantFrom(...anchors),
  owner: fc.constantFrom(...owners),
});

/** A document with this number. It lies below one with a lower number, which may not be there, or nowhere. */
const documentNumbered = (number: number): fc.Arbitrary<KnownDocument> =>
  fc.tuple(bare, fc.option(fc.nat({ max: Math.max(0, number - 1) }), { freq: 4, nil: null })).map(
    ([{ parts: texts, values, anchor, owner }, above]): KnownDocument => ({
      id: anId(number),
      parent: above === null || number === 0 ? null : anId(above),
      anchor,
      owner,
      parts: texts,
      values: { ...values, OWNER: [plain(owner)], 'cm:name': [texts.name] },
    }),
  );

/** Documents with different ids; some are copies of others, all but for the id. */
export const documents: fc.Arbitrary<readonly KnownDocument[]> = fc
  .tuple(fc.subarray([...ids.keys()], { minLength: 1 }), fc.nat({ max: 12 }))
  .chain(([numbers, copied]) =>
    fc.tuple(fc.tuple(...numbers.map(documentNumbered)), fc.subarray(numbers), fc.constant(copied)),
  )
  .map(([all, copies, copied]) =>
    withCopies(all, new Set(copies.slice(0, 3).map((number): string => anId(number))), copied),
  );

function withCopies(all: readonly KnownDocument[], copies: ReadonlySet<string>, copied: number): KnownDocument[] {
  const original = all[copied % all.length];
  return all.map((one) => {
    if (original === undefined || !copies.has(one.id)) return one;
    // The same but for the id and the place, so that both may be seen differently.
    return { ...one, parts: original.parts, values: { ...original.values, OWNER: one.values['OWNER'] ?? [] } };
  });
}

/** As an index takes it. */
export const asIndexed = ({ id, parent, anchor, owner, parts: texts, values }: KnownDocument): IndexedDocument => ({
  id,
  parent,
  aclRoot: anchor,
  owner,
  name: texts.name.text,
  title: texts.title.text,
  description: texts.description.text,
  keywords: texts.keywords.text,
  text: texts.text.text,
  properties: Object.fromEntries(Object.entries(values).map(([field, all]) => [field, all.map(({ text }) => text)])),
});

/** Who looks: what they own, and what they see at each anchor. */
export interface Onlooker {
  readonly owns: string | null;
  readonly sights: Readonly<Record<string, AclRootVisibility>>;
}

export const onlooker: fc.Arbitrary<Onlooker> = fc.record({
  owns: fc.constantFrom(null, ...owners),
  sights: fc
    .tuple(
      ...anchors.map(() =>
        fc.constantFrom(...Object.values(aclRootVisibility), aclRootVisibility.all, aclRootVisibility.metadata),
      ),
    )
    .map((all) => Object.fromEntries(anchors.map((anchor, at) => [anchor, all[at] ?? aclRootVisibility.all]))),
});
