import { AnswerError } from '../../client/answer-error.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Empty, Thumbnail } from '../parts/entries.tsx';
import { ActionForm } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { Pager, skipOf } from '../parts/pager.tsx';
import { page, redirect } from '../visit/answers.ts';
import { home, type Node, shownPath, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

const pageSize = 50;

const Deleted = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  const { texts } = visit;
  const name = titleOf(node);
  const [deleted] = node.properties['sys:archivedDate'] ?? [];
  const from = node.archivedFrom == null ? undefined : shownPath(texts, node.archivedFrom);
  return (
    <li class="entry">
      <Thumbnail visit={visit} node={node} />
      <div class="about">
        <span class="title" dir="auto">
          {name}
        </span>
        <span class="soft">
          {deleted !== undefined && texts.of('trash.deleted', { time: texts.time(deleted) })}
          {from !== undefined && <bdi> {texts.of('trash.from', { folder: from })}</bdi>}
        </span>
      </div>
      <ActionForm visit={visit} class="inline entry-actions" action={`/trash/${node.ref.id}/restore`}>
        <button type="submit" aria-label={texts.of('trash.restore-of', { name })}>
          <Icon visit={visit} name="restore" />
          {texts.of('button.restore')}
        </button>
      </ActionForm>
      <ActionForm
        visit={visit}
        class="inline entry-actions"
        action={`/trash/${node.ref.id}/purge`}
        confirm={texts.of('trash.purge.confirm', { name })}
      >
        <button type="submit" class="quiet warn round" aria-label={texts.of('trash.purge-of', { name })}>
          <Icon visit={visit} name="trash" />
        </button>
      </ActionForm>
    </li>
  );
};

/** What the visitor has deleted, and can restore. */
export async function showTrash(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const { nodes, pagination } = await visit.call.searchArchiveOfPerson({
    ...{ ...home, pattern: '*', person: '-me-', maxItems: pageSize, skipCount: skipOf(visit) },
    propertyFilter: ['cm:title', 'sys:archivedDate'],
  });
  const title = texts.of('nav.trash');
  return page(
    visit,
    <Layout visit={visit} title={title} hasHeading>
      {nodes.length === 0 ? (
        <Empty visit={visit} icon="trash" title={texts.of('trash.empty')}>
          {texts.of('trash.empty.text')}
        </Empty>
      ) : (
        <ul class="entries list">
          {nodes.map((node) => (
            <Deleted key={node.ref.id} visit={visit} node={node} />
          ))}
        </ul>
      )}
      <Pager visit={visit} total={pagination.total} count={nodes.length} size={pageSize} />
    </Layout>,
  );
}

/** Whether the former folder is gone, so that the node needs another one. */
const needsTarget = (error: unknown): boolean =>
  error instanceof AnswerError &&
  error.status === 400 &&
  JSON.stringify(error.body ?? null).includes('nodesInNeedOfTarget');

/** Restores a node to its former folder, or to the home folder if that is gone. */
export async function restoreNode(visit: Visit): Promise<PageAnswer> {
  const restore = (target?: string) =>
    visit.call.restoreArchived({ ...home, archivedNodeIds: [visit.id], ...(target === undefined ? {} : { target }) });
  try {
    await restore();
    return redirect(visit, '/trash?notice=restored');
  } catch (error) {
    if (!needsTarget(error) || visit.homeFolder === null) throw error;
    await restore(visit.homeFolder);
    return redirect(visit, '/trash?notice=restored-home');
  }
}

/** Deletes a node of the trash for good. */
export async function purgeNode(visit: Visit): Promise<PageAnswer> {
  await visit.call.purgeArchived({ ...home, archivedNodeIds: [visit.id] });
  return redirect(visit, '/trash?notice=purged');
}
