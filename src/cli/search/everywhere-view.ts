import type { RepositoryNode } from '../node-arguments/node.ts';
import { nodeList } from '../node-arguments/views.ts';
import type { ListView } from '../print/view.ts';
import { pathColumns } from './hit-table.ts';
import type { SearchOutcome } from './search-request.ts';

/** The repository of each hit comes first, because its ID and its folder are of use only there. */
export function everywhereView(outcome: SearchOutcome): ListView<RepositoryNode> {
  const view = nodeList({ long: true });
  const repository = { title: 'repository', value: ({ ref }: RepositoryNode) => ref.repo };
  return {
    ...view,
    columns: [repository, ...pathColumns],
    plainColumns: [repository, ...(view.plainColumns ?? [])],
    whole: (nodes) => ({ ...outcome, nodes }),
  };
}
