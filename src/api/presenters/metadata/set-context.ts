import { captionIn } from '../../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../../domain/metadata/metadata-catalog.ts';
import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';

/** What a presenter of a metadata set needs: the catalog with its value lists, a language, and the repository. */
export interface SetContext {
  readonly catalog: MetadataCatalog;
  readonly language: string;
  readonly repository: string;
}

export const nameOfSet = ({ id, name }: MetadataSet, language: string): string => captionIn(name, language) ?? id;
