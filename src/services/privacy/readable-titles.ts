import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { titleOf } from '../../domain/nodes/properties.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { RightsService } from '../access/rights.ts';

export interface TitleParts extends Pick<Seams, 'store'> {
  readonly callers: Pick<Callers, 'of'>;
  readonly rights: Pick<RightsService, 'mayRead'>;
}

/** Reads the title of a node, or its name if it has none. Empty if the person may not read the node. */
export type ReadTitle = (id: NodeId) => Promise<string>;

/** What a person may read outside of the safe area and in it. */
export function createReadableTitles({ store, callers, rights }: TitleParts, userName: string): ReadTitle {
  const asCallers = async (): Promise<Caller[]> =>
    [await callers.of(userName), await callers.of(userName, 'safe')].filter((caller) => caller !== undefined);
  return async (id) => {
    const node = await store.nodes.get(id);
    if (node === undefined) return '';
    for (const caller of await asCallers()) {
      if (await rights.mayRead(caller, node)) return titleOf(node.properties) ?? node.name;
    }
    return '';
  };
}
