import type { z } from 'zod';
import type { Mds, MdsDesc, MdsEntry } from '../../../contract/objects/metadata-set.ts';
import { defaultSetId } from '../../../domain/metadata/metadata-catalog.ts';
import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';
import { presentContractSet } from './metadata-set-contract.ts';
import { presentLaterSet } from './metadata-set-later.ts';
import { nameOfSet, type SetLook } from './metadata-set-look.ts';
import { createValueBudget } from './metadata-values.ts';

type WireMds = z.output<typeof Mds>;

/** MdsDesc (2.7). */
export const presentSetDescription = (
  set: MetadataSet,
  { language, repository }: Pick<SetLook, 'language' | 'repository'>,
): z.output<typeof MdsDesc> => ({
  ref: { repo: repository, id: set.id },
  isDefaultMds: set.id === defaultSetId,
  id: set.id,
  name: nameOfSet(set, language),
});

/** MdsEntry (2.9): the shape of 2.7, and beside it what later clients read. */
export function presentSet(set: MetadataSet, look: SetLook): z.output<typeof MdsEntry> {
  const values = createValueBudget(look.catalog, look.language);
  return {
    ...presentLaterSet(set, look, values),
    mds: presentContractSet(set, look, values),
  };
}

/** An Mds with nothing in it but its id. */
export const emptySet = (id: string, repository: string): WireMds => ({
  types: [],
  ref: { repo: repository, id },
  lists: [],
  queries: { baseQuery: null, queries: [] },
  forms: [],
  views: [],
});
