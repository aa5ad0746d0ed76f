import { type ExportArea, exportAreas } from '../../domain/privacy/export-areas.ts';
import { areaPage, areaPagePath, type IndexEntry, rootPage } from '../../domain/privacy/index-pages.ts';
import type { Archive } from '../../ports/archive-writer.ts';

/** The number of entries on a page of the index. */
const pageSize = 500;

interface AreaIndex {
  entries: IndexEntry[];
  /** The number of pages that were written. */
  pages: number;
  count: number;
}

/** Writes the index of an archive, page by page, so that its memory does not depend on the number of entries. */
export class ArchiveIndex {
  readonly #archive: Pick<Archive, 'add'>;
  readonly #at: Date;
  readonly #areas = new Map<ExportArea, AreaIndex>();

  constructor(archive: Pick<Archive, 'add'>, at: Date) {
    this.#archive = archive;
    this.#at = at;
  }

  async add(area: ExportArea, entry: IndexEntry): Promise<void> {
    const index = this.#areas.get(area) ?? { entries: [], pages: 0, count: 0 };
    this.#areas.set(area, index);
    if (index.entries.length === pageSize) await this.#writePage(area, index, true);
    index.entries.push(entry);
    index.count += 1;
  }

  /** Writes the last pages, and `index.html`. */
  async finish(root: { readonly person: string; readonly date: string; readonly report: string | undefined }) {
    for (const [area, index] of this.#areas) await this.#writePage(area, index, false);
    const areas = exportAreas.flatMap((area) => {
      const count = this.#areas.get(area)?.count;
      return count === undefined ? [] : [{ area, count }];
    });
    await this.#write('index.html', rootPage({ ...root, areas }));
  }

  async #writePage(area: ExportArea, index: AreaIndex, hasNext: boolean): Promise<void> {
    index.pages += 1;
    const { entries, pages: number } = index;
    index.entries = [];
    await this.#write(areaPagePath(area, number), areaPage({ area, number, hasNext, entries }));
  }

  #write(path: string, html: string): Promise<void> {
    return this.#archive.add({ path, modifiedAt: this.#at, bytes: Buffer.from(html) });
  }
}
