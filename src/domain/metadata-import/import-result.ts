import type { MetadataSet } from '../metadata/metadata-set.ts';
import type { ValueList } from '../metadata/value-list.ts';

/** What a file was read as. */
export type ImportForm = 'xml' | 'value-space' | 'skos' | 'edu-repo';

export interface ReadSet {
  readonly file: string;
  readonly form: ImportForm;
  readonly set: MetadataSet;
  /** What it was read from, where that is our own form. */
  readonly text?: string | undefined;
}

export interface ReadList {
  readonly file: string;
  readonly form: ImportForm;
  readonly list: ValueList;
  /** What it was read from, where that is our own form. */
  readonly text?: string | undefined;
}

/** All that an import understood. */
export interface ImportResult {
  readonly sets: readonly ReadSet[];
  readonly lists: readonly ReadList[];
}
