import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Empty } from '../parts/entries.tsx';
import { Icon, iconOf } from '../parts/icon.tsx';
import { Pager, skipOf, withQuery } from '../parts/pager.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { home, may, type Node, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { Framed, framedFailure, framedPage } from './framed-page.tsx';

const pageSize = 30;

const tabs = {
  '/components/search': 'search.title',
  '/components/workspace/files': 'nav.files',
  '/components/collections': 'nav.collections',
} as const;

type TabPath = keyof typeof tabs;

const tabPaths = Object.keys(tabs) as TabPath[];

const tabOf = ({ path }: Visit): TabPath => tabPaths.find((each) => each === path) ?? '/components/search';

/** The start of a tab for folders. */
const roots: Readonly<Partial<Record<TabPath, string>>> = {
  '/components/workspace/files': '-userhome-',
  '/components/collections': '-collectionhome-',
};

/** The parameters that lead from page to page: the sign-in of this window, and what the platform takes. */
const kept = ['ticket', 'reurl', 'applyDirectories'] as const;

function addressOf({ base, query }: Visit, path: TabPath): string {
  const own = new URLSearchParams(kept.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])));
  return `${base}${path}?${own}`;
}

/** What a platform gets: the node in the map form with its version, and the address by which it records the usage. */
const handedOver = ({ properties, contentVersion, ...node }: Node): string =>
  JSON.stringify({
    ...{ ...node, contentVersion, objectUrl: `ccrep://${node.ref.repo}/${node.ref.id}` },
    properties: { ...properties, ...(contentVersion === null ? {} : { 'cclom:version': [contentVersion] }) },
  });

const isFolder = ({ isDirectory, collection }: Node): boolean => isDirectory || collection !== null;

const Choice = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  const { texts } = visit;
  const title = titleOf(node);
  // The platform records the usage with the rights of this person, and others read the node by it.
  const mayPublish = may(node, 'CCPublish');
  const mayUse = !isFolder(node) || visit.query.get('applyDirectories') === 'true';
  const place = node.collection === null ? '/components/workspace/files' : '/components/collections';
  const link = isFolder(node) ? { href: `${addressOf(visit, place)}&id=${node.ref.id}` } : {};
  return (
    <li class="entry">
      <span class={`thumbnail kind-${iconOf(node)}`}>
        <Icon visit={visit} name={iconOf(node)} />
      </span>
      <div class="about">
        <a class="title" {...link} dir="auto">
          {title}
        </a>
        <span class="soft">{mayUse && !mayPublish ? texts.of('picker.no-right') : texts.date(node.modifiedAt)}</span>
      </div>
      {mayUse && mayPublish && (
        <div class="entry-actions">
          <button
            type="button"
            class="main"
            data-node={handedOver(node)}
            aria-label={`${texts.of('picker.use')}: ${title}`}
          >
            {texts.of('picker.use')}
          </button>
        </div>
      )}
    </li>
  );
};

const Tabs = ({ visit }: { readonly visit: Visit }) => (
  <nav class="tabs" aria-label={visit.texts.of('nav.label')}>
    {tabPaths.map((path) => (
      <a key={path} href={addressOf(visit, path)} aria-current={path === tabOf(visit) ? 'true' : undefined}>
        {visit.texts.of(tabs[path])}
      </a>
    ))}
  </nav>
);

type Listed = Pick<Awaited<ReturnType<Client['listChildren']>>, 'nodes' | 'pagination'>;

/** What the tab lists, as the person of the ticket. */
function listed(visit: Visit, client: Client): Promise<Listed> {
  const tab = tabOf(visit);
  const slice = { maxItems: pageSize, skipCount: skipOf(visit), propertyFilter: ['-all-'] };
  const root = roots[tab];
  if (root !== undefined) {
    return client.listChildren({ ...home, node: visit.query.get('id') ?? root, ...slice });
  }
  const words = visit.query.get('q') ?? '';
  const criteria = words === '' ? [] : [{ property: 'ngsearchword', values: [words] }];
  const where = { ...home, metadataset: '-default-', query: 'ngsearch', contentType: 'FILES' as const };
  return client.searchBySet({ ...where, ...slice, body: { criteria } });
}

/** The refusal of a call. Failures of the server are thrown. */
const unlessRefused = <T,>(call: Promise<T>): Promise<T | AnswerError> =>
  call.catch((error: unknown) => {
    if (error instanceof AnswerError && error.status < 500) return error;
    throw error;
  });

/**
 * Lets a person of a learning platform choose a node (17.1 of the compatibility notes). The ticket signs in this window alone: it is in
 * the addresses of its pages, and no cookie is set or used. The script hands the chosen node to the window that opened the page.
 */
export async function showPicker(visit: Visit): Promise<PageAnswer> {
  const ticket = visit.query.get('ticket') ?? '';
  const client = visit.as({ authorization: `EDU-TICKET ${ticket}` });
  const session = /^[\w-]+$/.test(ticket) ? await client.validateSession() : undefined;
  if (session === undefined || !session.isValidLogin || session.isGuest) return framedFailure(visit, 401, 'ticket');
  const found = await unlessRefused(listed(visit, client));
  if (found instanceof AnswerError) return framedFailure(visit, found.status, 'place');
  const { nodes, pagination } = found;
  const title = visit.texts.of('picker.title');
  return framedPage(
    visit,
    <Framed visit={visit} title={title}>
      <h1>{title}</h1>
      <p class="soft">{visit.texts.of('picker.as', { name: session.authorityName ?? '' })}</p>
      <SearchForm visit={visit} action="/components/search" sought={visit.query.get('q') ?? ''}>
        {kept.map((name) => (
          <input key={name} type="hidden" name={name} value={visit.query.get(name) ?? ''} />
        ))}
      </SearchForm>
      <Tabs visit={visit} />
      <p class="problem" role="alert" id="no-platform" hidden>
        {visit.texts.of('picker.no-platform')}
      </p>
      {visit.query.has('id') && (
        <p>
          <a href={withQuery(visit, { id: '', skip: '' })}>{visit.texts.of('picker.up')}</a>
        </p>
      )}
      {nodes.length === 0 ? (
        <Empty visit={visit} icon="search" title={visit.texts.of('search.nothing')} />
      ) : (
        <ul class="entries list">
          {nodes.map((node) => (
            <Choice key={node.ref.id} visit={visit} node={node} />
          ))}
        </ul>
      )}
      <Pager visit={visit} total={pagination.total} count={nodes.length} size={pageSize} />
      <script src={`${visit.base}${visit.assets.path('picker.js')}`} defer />
    </Framed>,
  );
}
