import type { NodeId } from '../../src/base/ids.ts';
import type { Caller } from '../../src/domain/access/caller.ts';
import type { SortOrder } from '../../src/domain/listing/child-order.ts';
import type { NodeRecord } from '../../src/domain/nodes/records.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Services } from '../../src/services/services.ts';

const german = new Intl.Collator('de', { numeric: true });

const timeOf = (at: string): number => new Date(at).getTime();

/** The values that the tests order by, said once more. */
const known: Readonly<Record<string, (node: NodeRecord) => string | number | undefined>> = {
  'cm:modified': (node) => timeOf(node.modifiedAt),
  'cm:creator': (node) => node.createdBy,
  'cclom:size': (node) => node.content?.size,
  'cclom:general_keyword': (node) => node.properties['cclom:general_keyword']?.[0],
};

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : german.compare(`${a}`, `${b}`);

function inOrder({ foldersFirst, by, ascendingNames }: SortOrder['order']) {
  return (a: NodeRecord, b: NodeRecord): number => {
    if (foldersFirst && a.folder !== b.folder) return a.folder ? -1 : 1;
    for (const { property, ascending } of by) {
      const [left, right] = [known[property]?.(a), known[property]?.(b)];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const order = compare(left, right);
      if (order !== 0) return ascending ? order : -order;
    }
    const order = german.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
    return ascendingNames ? order : -order;
  };
}

const isWanted = ({ filters }: SortOrder, node: NodeRecord): boolean =>
  filters.length === 0 ||
  filters.some((filter) => {
    if (filter.kind === 'mime') return (node.content?.mimeType ?? '').startsWith(filter.type);
    return node.folder === (filter.kind === 'folders');
  });

/** The names that a listing has to show: every record of the store is read, and each right asked for by itself. */
export async function slowListing(
  { store, services }: { readonly store: Store; readonly services: Services },
  caller: Caller,
  folder: NodeId,
  arrangement: SortOrder,
): Promise<string[]> {
  const seen: NodeRecord[] = [];
  for await (const [, node] of store.nodes.entries()) {
    if (node.parent !== folder || node.archived !== null || !isWanted(arrangement, node)) continue;
    if (await services.rights.mayRead(caller, node)) seen.push(node);
  }
  return seen.sort(inOrder(arrangement.order)).map(({ name }) => name);
}
