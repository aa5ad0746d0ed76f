import type { MetadataSet } from '../metadata/metadata-set.ts';
import type { ValueList } from '../metadata/value-list.ts';

/** The format of an imported file. */
type ImportForm = 'xml' | 'value-space' | 'skos' | 'edu-repo';

/** A metadata set from an imported file. */
export interface ReadSet {
  readonly file: string;
  readonly form: ImportForm;
  readonly set: MetadataSet;
  /** The source text, if the file is in edu-repo's own format. */
  readonly text?: string | undefined;
}

/** A value list from an imported file. */
export interface ReadList {
  readonly file: string;
  readonly form: ImportForm;
  readonly list: ValueList;
  /** The source text, if the file is in edu-repo's own format. */
  readonly text?: string | undefined;
}

/** Everything that an import read. */
export interface ImportResult {
  readonly sets: readonly ReadSet[];
  readonly lists: readonly ReadList[];
}
