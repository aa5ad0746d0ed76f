import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { ActionForm } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { Pager, skipOf } from '../parts/pager.tsx';
import { page, redirect } from '../visit/answers.ts';
import type { Visit } from '../visit/visit.ts';
import { AdminHead } from './admin.tsx';

const pageSize = 100;

type Harvest = Awaited<ReturnType<Client['listHarvests']>>['harvests'][number];

type Export = Awaited<ReturnType<Client['listDataExports']>>['exports'][number];

const HarvestRow = ({ visit, harvest }: { readonly visit: Visit; readonly harvest: Harvest }) => (
  <li>
    <div class="about">
      <span dir="auto">{harvest.id}</span>
      <span class="soft" dir="auto">
        {harvest.source}
      </span>
    </div>
    <span class="badge">
      {visit.texts.of(harvest.state === 'idle' ? 'admin.harvests.idle' : 'admin.harvests.running')}
    </span>
  </li>
);

const ExportRow = ({ visit, entry }: { readonly visit: Visit; readonly entry: Export }) => {
  const { texts } = visit;
  return (
    <li>
      <div class="about">
        <span dir="auto">{entry.user}</span>
        <span class="soft">{texts.of('admin.exports.requested', { time: texts.time(entry.requested) })}</span>
        {entry.failure !== null && <span class="problem">{entry.failure.reason}</span>}
      </div>
      <span class="badge">{texts.of(`admin.exports.${entry.status}`)}</span>
    </li>
  );
};

/** The imports that the server repeats, and people's requests for their data. */
export async function showJobs(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const [{ harvests }, { exports, pagination }] = await Promise.all([
    visit.call.listHarvests(),
    visit.call.listDataExports({ maxItems: pageSize, skipCount: skipOf(visit) }),
  ]);
  return page(
    visit,
    <Layout visit={visit} title={texts.of('admin.jobs')}>
      <AdminHead visit={visit} />
      <section>
        <h2>{texts.of('admin.exports')}</h2>
        {exports.length === 0 ? (
          <p class="soft">{texts.of('admin.exports.none')}</p>
        ) : (
          <ul class="rows">
            {exports.map((entry) => (
              <ExportRow key={entry.user} visit={visit} entry={entry} />
            ))}
          </ul>
        )}
        <Pager visit={visit} total={pagination.total} count={exports.length} size={pageSize} />
        {exports.some(({ status }) => status === 'REQUESTED') && (
          <ActionForm visit={visit} action="/admin/jobs/exports">
            <p class="actions">
              <button type="submit">{texts.of('admin.exports.run')}</button>
            </p>
          </ActionForm>
        )}
      </section>
      <section>
        <h2>{texts.of('admin.harvests')}</h2>
        {harvests.length === 0 ? (
          <p class="soft">{texts.of('admin.harvests.none')}</p>
        ) : (
          <ul class="rows">
            {harvests.map((harvest) => (
              <HarvestRow key={harvest.id} visit={visit} harvest={harvest} />
            ))}
          </ul>
        )}
      </section>
    </Layout>,
  );
}

/** Runs the job that makes the exports of people's data, and waits for its end. */
export async function runExports(visit: Visit): Promise<PageAnswer> {
  await visit.call.runDataExports();
  return redirect(visit, '/admin/jobs?notice=exports-run');
}
