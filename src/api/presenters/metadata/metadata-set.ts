import type { z } from 'zod';
import type { Mds, MdsDesc, MdsEntry } from '../../../contract/objects/metadata-set.ts';
import { defaultSetId } from '../../../domain/metadata/metadata-catalog.ts';
import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';
import { presentContractSet } from './metadata-set-contract.ts';
import { presentLaterSet } from './metadata-set-later.ts';
import { createValueBudget } from './metadata-values.ts';
import { nameOfSet, type SetContext } from './set-context.ts';

type WireMds = z.output<typeof Mds>;

export const presentSetDescription = (
  set: MetadataSet,
  { language, repository }: Pick<SetContext, 'language' | 'repository'>,
): z.output<typeof MdsDesc> => ({
  ref: { repo: repository, id: set.id },
  isDefaultMds: set.id === defaultSetId,
  id: set.id,
  name: nameOfSet(set, language),
});

/** Presents the set in both forms: as in the contract, and for clients of later server versions. */
export function presentSet(set: MetadataSet, context: SetContext): z.output<typeof MdsEntry> {
  const values = createValueBudget(context.catalog, context.language);
  return {
    ...presentLaterSet(set, context, values),
    mds: presentContractSet(set, context, values),
  };
}

/** A set without contents. */
export const emptySet = (id: string, repository: string): WireMds => ({
  types: [],
  ref: { repo: repository, id },
  lists: [],
  queries: { baseQuery: null, queries: [] },
  forms: [],
  views: [],
});
