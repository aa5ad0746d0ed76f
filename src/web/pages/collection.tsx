import { badRequest } from '../../base/errors/errors.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Breadcrumbs, crumbsOf } from '../parts/breadcrumbs.tsx';
import { Empty, Entries } from '../parts/entries.tsx';
import { ActionForm } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { ChangeLinks, ChangeMenu } from '../parts/node-actions.tsx';
import { Pager, skipOf } from '../parts/pager.tsx';
import { page, redirect } from '../visit/answers.ts';
import { home, listFilter, may, type Node, pathOf, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

const pageSize = 100;

/** The order by hand has at most this many entries. */
const maxOrdered = 10_000;

interface ItemProps {
  readonly visit: Visit;
  readonly collection: Node;
  readonly node: Node;
}

const changes = [
  { change: 'up', icon: 'up' },
  { change: 'down', icon: 'down' },
  { change: 'remove', icon: 'close' },
] as const;

/** Buttons that move an entry up and down, and take it out of the collection. */
const ItemActions = ({ visit, collection, node }: ItemProps) => (
  <ActionForm visit={visit} class="inline" action={`/collection/${collection.ref.id}/change`}>
    <input type="hidden" name="item" value={node.ref.id} />
    {changes.map(({ change, icon }) => (
      <button
        key={change}
        type="submit"
        name="change"
        value={change}
        class="quiet round"
        aria-label={visit.texts.of(`collection.${change}`, { name: titleOf(node) })}
      >
        <Icon visit={visit} name={icon} />
      </button>
    ))}
  </ActionForm>
);

/** A collection with the collections in it and its material, in its own order. */
export async function showCollection(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const { node } = await visit.call.getNode({ ...home, node: visit.id });
  if (node.collection === null) return redirect(visit, pathOf(node));
  const path = { ...home, collection: node.ref.id, maxItems: pageSize, ...listFilter };
  const [inside, items, crumbs] = await Promise.all([
    visit.call.listCollections(path),
    visit.call.listReferences({ ...path, skipCount: skipOf(visit) }),
    crumbsOf(visit, node),
  ]);
  const title = titleOf(node);
  const isEmpty = inside.collections.length + items.pagination.total === 0;
  const mayOrder = visit.isSignedIn && may(node, 'Write');
  const start = [{ path: '/collections', title: texts.of('nav.collections') }];
  return page(
    visit,
    <Layout visit={visit} title={title}>
      <Breadcrumbs
        visit={visit}
        crumbs={[...start, ...crumbs.filter((crumb) => crumb.path.startsWith('/collection/'))]}
      />
      <div class="heading">
        <h1 dir="auto">{title}</h1>
        <div class="actions">
          <ChangeLinks visit={visit} node={node} />
          <ChangeMenu visit={visit} node={node} />
        </div>
      </div>
      {node.collection.description !== null && <p dir="auto">{node.collection.description}</p>}
      {node.collection.hiddenReferencesCount > 0 && (
        <p class="soft">{texts.count('collection.hidden', node.collection.hiddenReferencesCount)}</p>
      )}
      {isEmpty && (
        <Empty visit={visit} icon="collection" title={texts.of('collection.empty')}>
          {texts.of('collection.empty.text')}
        </Empty>
      )}
      {inside.collections.length > 0 && <Entries visit={visit} nodes={inside.collections} as="tiles" />}
      {items.references.length > 0 && (
        <Entries
          visit={visit}
          nodes={items.references}
          actions={mayOrder ? (item) => <ItemActions visit={visit} collection={node} node={item} /> : undefined}
        />
      )}
      <Pager visit={visit} total={items.pagination.total} count={items.references.length} size={pageSize} />
    </Layout>,
  );
}

/** The IDs of all entries in their order. A response may end early, so there may be several. */
async function orderOf(visit: Visit, collection: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { references, pagination } = await visit.call.listReferences({
      ...{ ...home, collection, skipCount: ids.length, maxItems: maxOrdered, propertyFilter: ['cm:name'] },
    });
    ids.push(...references.map(({ ref }) => ref.id));
    if (references.length === 0 || ids.length >= Math.min(pagination.total, maxOrdered)) return ids;
  }
}

/** The list with one entry moved by a step; the same list if it is at the end. */
function moved(ids: readonly string[], item: string, step: -1 | 1): readonly string[] {
  const at = ids.indexOf(item);
  const to = at + step;
  if (at === -1 || to < 0 || to >= ids.length) return ids;
  return ids.with(at, ids[to] ?? item).with(to, item);
}

/** Moves an entry of a collection by one place, or takes it out. The original stays where it is. */
export async function changeCollection(visit: Visit): Promise<PageAnswer> {
  const collection = visit.id;
  const { item = '', change } = await visit.form();
  const back = `/collection/${encodeURIComponent(collection)}`;
  if (change === 'remove') {
    await visit.call.removeReference({ ...home, collection, node: item });
    return redirect(visit, `${back}?notice=removed`);
  }
  if (change !== 'up' && change !== 'down') throw badRequest(visit.texts.of('failure.bad-request.text'));
  const order = moved(await orderOf(visit, collection), item, change === 'up' ? -1 : 1);
  await visit.call.orderCollection({ ...home, collection, body: [...order] });
  return redirect(visit, `${back}?notice=ordered`);
}

/** Adds a node to a collection of the visitor. */
export async function addToCollection(visit: Visit): Promise<PageAnswer> {
  const { collection = '' } = await visit.form();
  const node = visit.id;
  await visit.call.addReference({ ...home, collection, node });
  return redirect(visit, `/node/${encodeURIComponent(node)}?notice=added`);
}
