import { captionIn } from '../../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../../domain/metadata/metadata-catalog.ts';
import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';

/** What a set is shown by: the lists that it refers to, a language, and where it is. */
export interface SetLook {
  readonly catalog: MetadataCatalog;
  readonly language: string;
  /** The id of the repository. */
  readonly repository: string;
}

export const nameOfSet = ({ id, name }: MetadataSet, language: string): string => captionIn(name, language) ?? id;
