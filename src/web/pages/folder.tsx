import type { PageAnswer } from '../../contract/page.ts';
import { Breadcrumbs, type Crumb, crumbsOf } from '../parts/breadcrumbs.tsx';
import { Empty, Entries } from '../parts/entries.tsx';
import { ActionForm, Field, Submit } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Menu } from '../parts/menu.tsx';
import { ChangeLinks, ChangeMenu } from '../parts/node-actions.tsx';
import { Pager, skipOf, withQuery } from '../parts/pager.tsx';
import { UploadMenu, Uploads } from '../parts/upload.tsx';
import { page, redirect } from '../visit/answers.ts';
import { contentOf, home, may, type Node, pathOf, shownTitle, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

const pageSize = 100;

/** The orders of a list by the value of `sort`. */
const orders = {
  name: { sortProperties: ['cm:name'], sortAscending: [true] },
  newest: { sortProperties: ['cm:modified'], sortAscending: [false] },
  oldest: { sortProperties: ['cm:modified'], sortAscending: [true] },
  largest: { sortProperties: ['size'], sortAscending: [false] },
};

type Order = keyof typeof orders;

const orderNames = Object.keys(orders) as Order[];

const orderOf = ({ query }: Visit): Order => orderNames.find((each) => each === query.get('sort')) ?? 'name';

const viewOf = ({ query }: Visit): 'list' | 'tiles' => (query.get('view') === 'tiles' ? 'tiles' : 'list');

/** The order of the list, and whether it is a list or tiles. */
const ListTools = ({ visit }: { readonly visit: Visit }) => {
  const { texts } = visit;
  const [order, view] = [orderOf(visit), viewOf(visit)];
  const other = view === 'list' ? 'tiles' : 'list';
  return (
    <div class="tools">
      <form class="inline" method="get" action={`${visit.base}${visit.path}`}>
        {view === 'tiles' && <input type="hidden" name="view" value="tiles" />}
        <label for="sort">{texts.of('folder.sort')}</label>
        <select id="sort" name="sort" data-submits="">
          {orderNames.map((each) => (
            <option key={each} value={each} selected={each === order}>
              {texts.of(`folder.sort.${each}`)}
            </option>
          ))}
        </select>
        <button type="submit" class="without-scripts">
          {texts.of('folder.sort.button')}
        </button>
      </form>
      <LinkButton
        {...{ visit, icon: other === 'tiles' ? 'grid' : 'list', label: texts.of(`folder.as-${other}`) }}
        to={withQuery(visit, { view: other === 'tiles' ? 'tiles' : '' })}
      />
    </div>
  );
};

const Download = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  if (node.isDirectory || node.size === null || !may(node, 'ReadAll')) return null;
  return (
    <a
      class="button quiet round"
      href={contentOf(visit, node)}
      download
      aria-label={visit.texts.of('node.download-of', { name: titleOf(node) })}
    >
      <Icon visit={visit} name="download" />
    </a>
  );
};

interface ListingProps {
  readonly visit: Visit;
  readonly nodes: readonly Node[];
  readonly total: number;
  readonly empty: string;
}

const Listing = ({ visit, nodes, total, empty }: ListingProps) => {
  if (total === 0) return <Empty visit={visit} icon="folder" title={empty} />;
  return (
    <>
      <ListTools visit={visit} />
      <Entries
        visit={visit}
        nodes={nodes}
        as={viewOf(visit)}
        actions={(node) => <Download visit={visit} node={node} />}
      />
      <Pager visit={visit} total={total} count={nodes.length} size={pageSize} />
    </>
  );
};

const listed = (visit: Visit, node: string) =>
  visit.call.listChildren({ ...home, node, maxItems: pageSize, skipCount: skipOf(visit), ...orders[orderOf(visit)] });

const NewFolder = ({ visit, folder }: { readonly visit: Visit; readonly folder: Node }) => (
  <Menu visit={visit} icon="folder-plus" label={visit.texts.of('folder.new')}>
    <ActionForm visit={visit} action={`/folder/${folder.ref.id}/new`}>
      <Field id="name" label={visit.texts.of('folder.new.name')} required />
      <Submit>{visit.texts.of('button.create')}</Submit>
    </ActionForm>
  </Menu>
);

interface FolderProps extends ListingProps {
  readonly folder: Node;
  readonly crumbs: readonly Crumb[];
}

const Folder = ({ visit, folder, crumbs, ...listing }: FolderProps) => {
  const isHome = folder.ref.id === visit.homeFolder;
  const title = isHome ? visit.texts.of('nav.files') : shownTitle(visit.texts, folder);
  const importPath = `${visit.base}/folder/${folder.ref.id}/import`;
  const mayAdd = may(folder, 'AddChildren') && visit.isSignedIn;
  return (
    <Layout visit={visit} title={title}>
      <Breadcrumbs visit={visit} crumbs={crumbs} />
      <div class="heading">
        <h1 dir="auto">{title}</h1>
        <div class="actions">
          {mayAdd && <UploadMenu visit={visit} folder={folder} />}
          {mayAdd && <NewFolder visit={visit} folder={folder} />}
          {mayAdd && (
            <LinkButton {...{ visit, icon: 'table', label: visit.texts.of('import.title') }} to={importPath} />
          )}
          <ChangeLinks visit={visit} node={folder} />
          {!isHome && <ChangeMenu visit={visit} node={folder} />}
        </div>
      </div>
      {mayAdd && <Uploads visit={visit} />}
      <Listing visit={visit} {...listing} />
    </Layout>
  );
};

/** A folder with its entries. Other nodes have pages of their own. */
export async function showFolder(visit: Visit): Promise<PageAnswer> {
  const id = visit.id;
  const { node: folder } = await visit.call.getNode({ ...home, node: id });
  if (!folder.isDirectory || folder.collection !== null) return redirect(visit, pathOf(folder));
  const [{ nodes, pagination }, crumbs] = await Promise.all([
    listed(visit, folder.ref.id),
    folder.ref.id === visit.homeFolder ? [] : crumbsOf(visit, folder),
  ]);
  const empty = visit.texts.of('folder.empty');
  return page(visit, <Folder {...{ visit, folder, crumbs, nodes, empty }} total={pagination.total} />);
}

/** What other people have shared with the visitor. */
export async function showShared(visit: Visit): Promise<PageAnswer> {
  const { nodes, pagination } = await listed(visit, '-to_me_shared_files-');
  const title = visit.texts.of('nav.shared');
  return page(
    visit,
    <Layout visit={visit} title={title} hasHeading>
      <Listing visit={visit} nodes={nodes} total={pagination.total} empty={visit.texts.of('shared.empty')} />
    </Layout>,
  );
}
