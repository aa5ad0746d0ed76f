import type { PageAnswer } from '../../contract/page.ts';
import { Empty, Entries } from '../parts/entries.tsx';
import { ActionForm, Field, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { Menu } from '../parts/menu.tsx';
import { Pager, skipOf } from '../parts/pager.tsx';
import { page, redirect } from '../visit/answers.ts';
import { home, listFilter, pathOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

const pageSize = 60;

/** The collections at the top level. */
export async function showCollections(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const { collections, pagination } = await visit.call.listCollections({
    ...{ ...home, collection: '-root-', maxItems: pageSize, skipCount: skipOf(visit), ...listFilter },
  });
  const title = texts.of('nav.collections');
  return page(
    visit,
    <Layout visit={visit} title={title}>
      <div class="heading">
        <h1>{title}</h1>
        {visit.isSignedIn && (
          <Menu visit={visit} icon="collection" label={texts.of('collection.new')}>
            <ActionForm visit={visit} action="/collections">
              <Field id="title" label={texts.of('collection.new.title')} required />
              <Submit>{texts.of('button.create')}</Submit>
            </ActionForm>
          </Menu>
        )}
      </div>
      {collections.length === 0 ? (
        <Empty visit={visit} icon="collection" title={texts.of('collections.empty')}>
          {texts.of('collections.empty.text')}
        </Empty>
      ) : (
        <Entries visit={visit} nodes={collections} as="tiles" />
      )}
      <Pager visit={visit} total={pagination.total} count={collections.length} size={pageSize} />
    </Layout>,
  );
}

/** Creates a collection that only its owner may read, and shows it. */
export async function createCollection(visit: Visit): Promise<PageAnswer> {
  const { title = '' } = await visit.form();
  const body = { title: title.trim(), collection: { title: title.trim(), scope: 'MY' as const } };
  const { collection } = await visit.call.createCollection({ ...home, collection: '-root-', body });
  return redirect(visit, `${pathOf(collection)}?notice=collection-created`);
}
