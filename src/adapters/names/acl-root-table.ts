import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../ports/access-filter.ts';

/** ACL roots are evaluated in blocks of 1,024: a new root makes only the last block be evaluated again. */
const blockBits = 10;
const inBlock = (1 << blockBits) - 1;

/** The visibility of ACL roots by their number. */
export type RootVisibility = (root: number) => AclRootVisibility;

/** The ACL roots of the entries by number. */
export class AclRootTable {
  readonly #numbers = new Map<string, number>();
  /** An access filter caches by the array, so an array never changes. */
  readonly #blocks: (readonly string[])[] = [];

  numberOf(root: string): number {
    const known = this.#numbers.get(root);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(root, number);
    const at = number >>> blockBits;
    this.#blocks[at] = [...(this.#blocks[at] ?? []), root];
    return number;
  }

  /** How much the caller of the filter sees at each ACL root. Roots that are added later are `absent`. */
  async visibility(filter: AccessFilter): Promise<RootVisibility> {
    const pending: MaybePromise<Uint8Array>[] = this.#blocks.map((roots) => filter.at(roots));
    const tables = await Promise.all(pending);
    return (root) =>
      // The bytes are those of `AccessFilter.at`.
      (tables[root >>> blockBits]?.[root & inBlock] ?? aclRootVisibility.absent) as AclRootVisibility;
  }
}
