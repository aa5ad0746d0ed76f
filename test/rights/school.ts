import fc from 'fast-check';

/** A repository as plain data, and what happens to it. Nothing here comes from the rules that are tested. */
export interface School {
  /** A folder comes before what lies in it. The first is the top folder, the next two are tops in the safe area. */
  readonly nodes: readonly Plan[];
  /** Who is a member of which group, directly. */
  readonly memberships: readonly Membership[];
}

export interface Plan {
  /** Null for the three tops. */
  readonly parent: number | null;
  readonly folder: boolean;
  readonly safe: boolean;
  readonly owner: string;
  readonly list: List | null;
  readonly archived: boolean;
  readonly title: string;
  readonly keyword: string;
  /** The word in its content; null where it has none. */
  readonly text: string | null;
}

export interface List {
  readonly inherits: boolean;
  readonly entries: readonly (readonly [authority: string, permission: string])[];
}

type Membership = readonly [member: string, group: string];

/** What happens; nothing where it makes no sense. Nodes are numbers that are taken modulo how many come into question. */
export type Step =
  | { readonly does: 'list'; readonly node: number; readonly list: List | null }
  | { readonly does: 'archive'; readonly node: number }
  | { readonly does: 'restore'; readonly node: number }
  | { readonly does: 'move'; readonly node: number; readonly to: number }
  | MembershipStep;

export interface MembershipStep {
  readonly does: 'join' | 'leave';
  readonly membership: Membership;
}

/** What is looked for. A word without a field may stand in the title, the keyword or the text. */
export type Sought =
  | { readonly is: 'everything' }
  | { readonly is: 'word'; readonly word: string; readonly field: Field | undefined }
  | { readonly is: 'and' | 'or'; readonly left: Sought; readonly right: Sought }
  | { readonly is: 'not'; readonly of: Sought };

export type Field = 'title' | 'keywords' | 'text' | 'cclom:title' | 'cclom:general_keyword';

export const people = ['anna', 'bert', 'carla', 'dora'] as const;
const groups = ['GROUP_a', 'GROUP_b', 'GROUP_c', 'GROUP_d', 'GROUP_e'] as const;
const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';
export const allGroups = [...groups, administrators];

/** Far enough from each other that no typo makes one of another. */
export const words = ['ahorn', 'birke', 'tanne', 'weide'] as const;

const permission = fc.constantFrom(
  ...['Consumer', 'ConsumerMetadata', 'Read', 'Collaborator', 'Coordinator', 'ReadAll'],
  ...['ReadProperties', 'ReadChildren', 'ReadContent', 'Write', 'CCPublish', 'ESChildManager'],
);
const authority = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string>(...people) },
  { weight: 5, arbitrary: fc.constantFrom<string>(...groups) },
  { weight: 1, arbitrary: fc.constantFrom('GROUP_EVERYONE', 'ROLE_GUEST', 'ROLE_OWNER') },
);
const list: fc.Arbitrary<List | null> = fc.option(
  fc.record({
    inherits: fc.boolean(),
    entries: fc.array(fc.tuple(authority, permission), { maxLength: 3 }),
  }),
  { freq: 2 },
);

const word = fc.constantFrom(...words);
const owner = fc.constantFrom<string>(...people, 'admin');

/** A node before it has a place: that is taken modulo the folders before it. */
const seedling = fc.record({
  place: fc.nat(),
  folder: fc.boolean(),
  owner,
  list,
  archived: fc.integer({ min: 0, max: 11 }).map((chance) => chance === 0),
  title: word,
  keyword: word,
  text: fc.option(word, { freq: 3 }),
});

type Seedling = typeof seedling extends fc.Arbitrary<infer T> ? T : never;

const top = (safe: boolean, topOwner: string, topList: List | null): Plan => ({
  parent: null,
  folder: true,
  safe,
  owner: topOwner,
  list: topList,
  archived: false,
  title: 'ahorn',
  keyword: 'ahorn',
  text: null,
});

function planted(tops: readonly Plan[], seedlings: readonly Seedling[]): Plan[] {
  const nodes = [...tops];
  for (const { place, ...plant } of seedlings) {
    const folders = [...nodes.keys()].filter((at) => nodes[at]?.folder === true);
    const parent = folders[place % folders.length] ?? 0;
    const text = plant.folder ? null : plant.text;
    nodes.push({ ...plant, parent, text, safe: nodes[parent]?.safe === true });
  }
  return nodes;
}

/** People in groups, groups in later groups, so that none is in itself. */
const membership: fc.Arbitrary<Membership> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom<string>(...people), fc.constantFrom<string>(...groups)) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }))
      .filter(([low, high]) => low < high)
      .map(([low, high]): Membership => [groups[low] ?? '', groups[high] ?? '']),
  },
  { weight: 1, arbitrary: fc.constantFrom<Membership>(['dora', administrators], ['GROUP_e', administrators]) },
);

export const school: fc.Arbitrary<School> = fc
  .record({
    topList: list,
    safeLists: fc.tuple(list, list),
    seedlings: fc.array(seedling, { minLength: 4, maxLength: 14 }),
    memberships: fc.uniqueArray(membership, { maxLength: 7, selector: (one) => one.join('/') }),
  })
  .map(({ topList, safeLists, seedlings, memberships }) => ({
    nodes: planted(
      [top(false, 'admin', topList), top(true, 'anna', safeLists[0]), top(true, 'bert', safeLists[1])],
      seedlings,
    ),
    memberships,
  }));

const node = fc.nat({ max: 100 });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('list' as const), node, list }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive' as const), node }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restore' as const), node }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('move' as const), node, to: node }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('join' as const, 'leave' as const), membership }) },
);

export const { sought } = fc.letrec<{ sought: Sought }>((tie) => ({
  sought: fc.oneof(
    { maxDepth: 2 },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('word' as const),
        word,
        field: fc.option(
          fc.constantFrom<Field>('title', 'keywords', 'text', 'text', 'cclom:title', 'cclom:general_keyword'),
          { nil: undefined },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ is: 'everything' as const }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('not' as const), of: tie('sought') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constantFrom('and' as const, 'or' as const),
        left: tie('sought'),
        right: tie('sought'),
      }),
    },
  ),
}));

/** In the words of the interface. */
export function queryOf(wanted: Sought): string {
  switch (wanted.is) {
    case 'everything':
      return '*:*';
    case 'word':
      return wanted.field === undefined ? wanted.word : `${wanted.field}:${wanted.word}`;
    case 'not':
      return `(NOT ${queryOf(wanted.of)})`;
    default:
      return `(${queryOf(wanted.left)} ${wanted.is.toUpperCase()} ${queryOf(wanted.right)})`;
  }
}

/** Who asks: a person, in the safe area or outside, or somebody without a name. */
export type Asker =
  | { readonly kind: 'person'; readonly name: string; readonly safe: boolean }
  | { readonly kind: 'guest' }
  | { readonly kind: 'nobody' };

export const askers: readonly Asker[] = [
  ...[...people, 'admin'].flatMap((name) => [false, true].map((safe): Asker => ({ kind: 'person', name, safe }))),
  { kind: 'guest' },
  { kind: 'nobody' },
];
