import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Facts, type FactTable } from '../parts/facts.tsx';
import { Layout } from '../parts/layout.tsx';
import { Pager, skipOf } from '../parts/pager.tsx';
import { page } from '../visit/answers.ts';
import { home } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

const pageSize = 100;

type Status = Awaited<ReturnType<Client['getStatus']>>;

const adminDoors = [
  { path: '/admin', text: 'admin.status' },
  { path: '/admin/people', text: 'admin.people' },
  { path: '/admin/jobs', text: 'admin.jobs' },
] as const;

/** The heading of the pages for administrators. */
export const AdminHead = ({ visit }: { readonly visit: Visit }) => (
  <>
    <h1>{visit.texts.of('admin.title')}</h1>
    <nav class="tabs" aria-label={visit.texts.of('admin.title')}>
      {adminDoors.map(({ path, text }) => (
        <a key={path} href={`${visit.base}${path}`} aria-current={visit.path === path ? 'page' : undefined}>
          {visit.texts.of(text)}
        </a>
      ))}
    </nav>
  </>
);

function statusFacts({ texts }: Visit, status: Status): FactTable {
  const { process, store, index, previews, texts: extracted, backup } = status;
  return [
    [texts.of('admin.version'), status.version],
    [texts.of('admin.since'), texts.time(process.startedAt)],
    [texts.of('admin.memory'), texts.size(process.residentBytes)],
    [texts.of('admin.nodes'), texts.number(store.nodes)],
    [texts.of('admin.people'), texts.number(store.people)],
    [texts.of('admin.index'), texts.of(index.state === 'ready' ? 'admin.index.ready' : 'admin.index.building')],
    [texts.of('admin.previews'), texts.number(previews.waiting)],
    [texts.of('admin.texts'), texts.number(extracted.waiting)],
    [texts.of('admin.backup'), backup === null ? texts.of('admin.backup.none') : texts.time(backup.at)],
  ];
}

/** Whether the repository is well, and what waits. */
export async function showAdmin(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const status = await visit.call.getStatus();
  const problems = [
    ...(status.store.problem === null ? [] : [status.store.problem]),
    ...status.metadataSets.problems.map(({ place, message }) => `${place}: ${message}`),
  ];
  return page(
    visit,
    <Layout visit={visit} title={texts.of('admin.title')}>
      <AdminHead visit={visit} />
      {problems.map((problem) => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
      <Facts class="facts card" facts={statusFacts(visit, status)} />
    </Layout>,
  );
}

/** The people of the repository, found by a part of their name. */
export async function showPeople(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const words = (visit.query.get('name') ?? '').trim().slice(0, 500);
  const { users, pagination } = await visit.call.searchPeople({
    ...{ ...home, pattern: words === '' ? '*' : `*${words}*`, maxItems: pageSize, skipCount: skipOf(visit) },
  });
  return page(
    visit,
    <Layout visit={visit} title={texts.of('admin.people')}>
      <AdminHead visit={visit} />
      <form class="inline" method="get" action={`${visit.base}/admin/people`}>
        <p class="field">
          <label for="name">{texts.of('admin.people.name')}</label>
          <input id="name" type="search" name="name" value={words} dir="auto" />
        </p>
        <button type="submit">{texts.of('search.button')}</button>
      </form>
      <p class="soft" role="status">
        {texts.count('admin.people.found', pagination.total)}
      </p>
      <ul class="rows">
        {users.map(({ userName, profile, status }) => (
          <li key={userName}>
            <div class="about">
              <span dir="auto">{`${profile.firstName} ${profile.lastName}`.trim() || userName}</span>
              <span class="soft" dir="auto">
                {[userName, profile.email].filter(Boolean).join(' · ')}
              </span>
            </div>
            {status.status !== 'active' && <span class="badge">{texts.of('admin.people.blocked')}</span>}
          </li>
        ))}
      </ul>
      <Pager visit={visit} total={pagination.total} count={users.length} size={pageSize} />
    </Layout>,
  );
}
