import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { MetadataRow } from '../metadata/metadata-table.ts';
import type { ExcludedFiles } from '../transfer/excluded-files.ts';

/** The rows of a table with metadata, by the local files that they describe. */
export class MetadataOfFiles {
  readonly #folder: string;
  readonly #tablePath: string;
  readonly #rows: ReadonlyMap<string, MetadataRow>;
  readonly #rowsByNfc: ReadonlyMap<string, MetadataRow>;
  readonly #used = new Set<MetadataRow>();
  /** The rows with a mistake. Their files are taken without metadata. */
  readonly failed: readonly MetadataRow[];

  /** Of a table for the files in a folder. Rejects if the table or the folder does not exist. */
  static async of(folder: string, table: string, rows: readonly MetadataRow[]): Promise<MetadataOfFiles> {
    return new MetadataOfFiles(folder, join(folder, relative(await realpath(folder), await realpath(table))), rows);
  }

  private constructor(folder: string, tablePath: string, rows: readonly MetadataRow[]) {
    this.#folder = folder;
    this.#tablePath = tablePath;
    this.failed = rows.filter(({ why }) => why !== undefined);
    const usable = rows.filter(({ why }) => why === undefined);
    this.#rows = new Map(usable.map((row) => [row.names.join('/'), row]));
    this.#rowsByNfc = new Map([...this.#rows].map(([path, row]) => [path.normalize('NFC'), row]));
  }

  /** Whether the file is the table itself. */
  isTable(path: string): boolean {
    return path === this.#tablePath;
  }

  /** The row with the path of a local file, or else with this path in another Unicode normalization form; undefined if there is none. */
  rowFor(path: string): MetadataRow | undefined {
    const inTable = relative(this.#folder, path).split(sep).join('/');
    const row = this.#rows.get(inTable) ?? this.#rowsByNfc.get(inTable.normalize('NFC'));
    if (row !== undefined) this.#used.add(row);
    return row;
  }

  /** The rows without a local file, except those of excluded files. Call it after `rowFor` was called for all files. */
  unused(excluded: ExcludedFiles): MetadataRow[] {
    const isExcluded = ({ names }: MetadataRow): boolean =>
      names.some((_, at) => excluded(join(this.#folder, ...names.slice(0, at + 1))));
    return [...this.#rows.values()].filter((row) => !this.#used.has(row) && !isExcluded(row));
  }
}
