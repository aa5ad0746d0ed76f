import { createChance } from '../material.ts';
import { type SchoolDay, seed } from './school-day.ts';
import { createTexts, type Texts } from './texts.ts';
import { createZipf } from './zipf.ts';

/** What people do, and how many of a hundred times. */
export const shares = {
  'GET node': 55,
  'children, 40 a page': 10,
  'search with facets': 12,
  preview: 8,
  'download, 0.1 to 5 MB': 5,
  'create with upload': 4,
  'update metadata': 3,
  'sign in': 2,
  'copy, move or delete': 1,
} as const;

export type Kind = keyof typeof shares;

// The keys of an object that is written out here.
export const kinds = Object.keys(shares) as Kind[];

/** One of the things that people do. */
export interface Task {
  readonly kind: Kind;
  readonly node: string;
  /** In which the node is. */
  readonly folder: string;
  readonly query: string;
  /** Who it is, where the task is to sign in. */
  readonly person: string;
  /** Different in each task. */
  readonly number: number;
  readonly texts: Texts;
}

const exponent = 0.9;
/** Odd and no factor of any number of nodes: neighbours in rank lie in different folders. */
const stride = 7_919;

/** Draws tasks, in the same order in every run. With `only`: tasks of this kind alone, on nodes drawn alike. */
export interface Mix {
  next(only?: Kind): Task;
}

/** A mix over the school. */
export function createMix({ materials, people }: SchoolDay): Mix {
  const chance = createChance(seed + 1);
  const texts = createTexts(seed);
  const [drawNode, drawQuery] = [
    createZipf(materials.length, exponent, chance),
    createZipf(texts.queries.length, exponent, chance),
  ];
  let number = 0;

  const drawKind = (): Kind => {
    let rest = chance() * 100;
    for (const kind of kinds) {
      rest -= shares[kind];
      if (rest < 0) return kind;
    }
    return 'GET node';
  };

  return {
    next(only) {
      number += 1;
      const kind = only ?? drawKind();
      const { id, folder } = materials[(drawNode() * stride) % materials.length] ?? { id: '', folder: '' };
      const query = texts.queries[drawQuery()] ?? '';
      const person = people[Math.floor(chance() * people.length)] ?? '';
      return { kind, node: id, folder, query, person, number, texts };
    },
  };
}
