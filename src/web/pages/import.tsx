import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Breadcrumbs, crumbsOf } from '../parts/breadcrumbs.tsx';
import { Facts } from '../parts/facts.tsx';
import { ActionForm, Choice, FileField, Problem, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import { Table } from '../parts/table.tsx';
import type { Texts } from '../texts/texts.ts';
import { page, redirect } from '../visit/answers.ts';
import { home, may, shownTitle } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { failurePage } from './failure.tsx';

type FileImport = Awaited<ReturnType<Client['getImport']>>;

type Report = NonNullable<FileImport['report']>;

const choices = ['update', 'skip', 'version'] as const;

const results = ['created', 'changed', 'alreadyThere', 'skipped', 'failed'] as const;

/** The page of the folder, with a form that sends a file. */
export async function showImportForm(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const { node: folder } = await visit.call.getNode({ ...home, node: visit.id });
  if (!visit.isSignedIn || !folder.isDirectory || !may(folder, 'AddChildren')) return failurePage(visit, 403);
  const title = texts.of('import.title');
  const isHome = folder.ref.id === visit.homeFolder;
  const crumbs = isHome ? [] : await crumbsOf(visit, folder);
  const name = isHome ? texts.of('nav.files') : shownTitle(texts, folder);
  return page(
    visit,
    <Layout visit={visit} title={title}>
      <Breadcrumbs visit={visit} crumbs={[...crumbs, { title: name, path: `/folder/${folder.ref.id}` }]} />
      <h1>{title}</h1>
      <ActionForm visit={visit} action={`/folder/${folder.ref.id}/import`} class="card" files>
        <p>{texts.of('import.kinds')}</p>
        <p class="soft">{texts.of('import.files')}</p>
        <Choice
          id="if-exists"
          label={texts.of('import.if-exists')}
          options={choices.map((choice) => [choice, texts.of(`upload.choice.${choice}`)])}
        />
        <FileField visit={visit} />
        <p class="actions">
          <Submit>{texts.of('import.check')}</Submit>
        </p>
      </ActionForm>
    </Layout>,
  );
}

/** Sends the file of the form, and leads to its preview. */
export async function prepareImport(visit: Visit): Promise<PageAnswer> {
  const { file } = await visit.upload();
  const { 'if-exists': choice } = await visit.form();
  if (file === undefined || file.name === '') return failurePage(visit, 400, visit.texts.of('upload.no-file'));
  const ifExists = choices.find((each) => each === choice) ?? 'update';
  const { id } = await visit.call.prepareImport({ parent: visit.id, ifExists, body: file });
  return redirect(visit, `/import/${id}`);
}

export async function runImport(visit: Visit): Promise<PageAnswer> {
  const { id } = await visit.call.runImport({ import: visit.id });
  return redirect(visit, `/import/${id}`);
}

const kindIn = (texts: Texts, kind: string): string =>
  texts.named(`import.kind.${kind}`, kind.replace('_', ' ').toUpperCase());

const placeIn = (texts: Texts, where: string): string => {
  const row = /^row (\d+)$/.exec(where)?.[1];
  return row === undefined ? where : texts.of('import.row', { row });
};

const Totals = ({ visit: { texts }, report }: { readonly visit: Visit; readonly report: Report }) => {
  const { counts, kind, total } = report;
  const facts = results.map((result) => [texts.of(`import.result.${result}`), texts.number(counts[result])] as const);
  return (
    <>
      {kind !== null && (
        <p>{texts.of('import.recognised', { kind: kindIn(texts, kind), total: texts.number(total) })}</p>
      )}
      {total > 0 && (
        <Facts
          class="facts card totals"
          facts={[...facts, [texts.of('import.result.warnings'), texts.number(counts.warnings)]]}
        />
      )}
    </>
  );
};

/** The items, as they would be imported. */
const Items = ({ visit: { texts }, report: { items } }: { readonly visit: Visit; readonly report: Report }) => (
  <Table
    caption={texts.of('import.items')}
    head={(['place', 'item', 'type', 'link', 'licence', 'result'] as const).map((name) => texts.of(`import.${name}`))}
    rows={items.map(({ where, title, name, type, link, file, licence, result }) => [
      ...[placeIn(texts, where), title || name, type, [link, file].filter(Boolean).join(' '), licence],
      texts.of(`import.result.${result}`),
    ])}
  />
);

/** The interface says what is wrong in English. */
const english = (text: string | null) => (text === null ? '' : <span lang="en">{text}</span>);

const Problems = ({ visit: { texts }, report }: { readonly visit: Visit; readonly report: Report }) => (
  <Table
    caption={texts.of('import.problems')}
    head={(['place', 'column', 'reason', 'suggestion'] as const).map((name) => texts.of(`import.${name}`))}
    rows={report.problems.flatMap(({ where, problems }) =>
      problems.map(({ column, why, next }) => [...[placeIn(texts, where), column ?? '', english(why), english(next)]]),
    )}
  />
);

interface ImportProps {
  readonly visit: Visit;
  readonly found: FileImport;
}

/** A check or an import in progress. The page is loaded again and again. */
const Waiting = ({ visit: { texts }, found: { state, done, report } }: ImportProps) => {
  const total = state === 'importing' ? report?.total : undefined;
  const text = texts.of(state === 'importing' ? 'import.importing' : 'import.checking');
  return (
    <div class="card">
      <p id="progress" role="status">
        {text} {texts.count('import.done', done)}
      </p>
      <progress aria-labelledby="progress" value={total === undefined ? undefined : done} max={total} />
    </div>
  );
};

/** The preview, or the report. */
const Outcome = ({ visit, found, report }: ImportProps & { readonly report: Report }) => {
  const { texts, base, interfacePath } = visit;
  const { id, parent, state, expires } = found;
  const isPreview = state === 'checked';
  const [hasFailed, isEmpty] = [report.outcome === 'failed', report.total === 0];
  return (
    <>
      {hasFailed && <Problem text={texts.of(isPreview ? 'import.unreadable' : 'import.broken')} />}
      {hasFailed && <p>{english(report.reason)}</p>}
      <Totals visit={visit} report={report} />
      <div class="actions">
        {isPreview && !hasFailed && !isEmpty && (
          <ActionForm visit={visit} action={`/import/${id}/run`}>
            <Submit>{texts.of('import.button')}</Submit>
          </ActionForm>
        )}
        <LinkButton visit={visit} to={`${base}/folder/${parent}`} label={texts.of('import.folder')} />
        <LinkButton visit={visit} to={`${base}/folder/${parent}/import`} label={texts.of('import.again')} />
        {!isEmpty && (
          <LinkButton
            {...{ visit, label: texts.of('import.csv'), icon: 'download', download: true }}
            to={`${interfacePath}/rest/edu-repo/v1/imports/${id}/report`}
          />
        )}
      </div>
      {isPreview && !isEmpty && <Items visit={visit} report={report} />}
      {report.problems.length > 0 && <Problems visit={visit} report={report} />}
      {expires !== null && <p class="soft">{texts.of('import.expires', { time: texts.time(expires) })}</p>}
    </>
  );
};

/** An import: in progress, its preview, or its report. */
export async function showImport(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  const found = await visit.call.getImport({ import: visit.id });
  const isWaiting = found.state === 'checking' || found.state === 'importing';
  const title = texts.of(found.state === 'checked' ? 'import.preview' : 'import.report', { file: found.fileName });
  const answer = page(
    visit,
    <Layout visit={visit} title={title} hasHeading>
      {isWaiting && <Waiting visit={visit} found={found} />}
      {!isWaiting && found.report !== null && <Outcome visit={visit} found={found} report={found.report} />}
    </Layout>,
  );
  return isWaiting ? { ...answer, headers: { ...answer.headers, refresh: '2' } } : answer;
}
