import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Facts, type FactTable } from '../parts/facts.tsx';
import { ActionForm } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { LinkButton, linkToDownload } from '../parts/link-button.tsx';
import { page, redirect, toSignIn } from '../visit/answers.ts';
import { home } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

type Export = Awaited<ReturnType<Client['getDataExport']>>;

const me = { ...home, person: '-me-' } as const;

/** The export of the visitor: finished, on its way, not requested, or not possible in this repository. */
type State =
  | { readonly kind: 'finished'; readonly result: Export }
  | { readonly kind: 'running' | 'none' | 'disabled' };

const isOnItsWay = ({ body }: AnswerError): boolean => {
  const details = (body as { readonly details?: { readonly status?: unknown } | null } | undefined)?.details;
  return details?.status !== undefined;
};

async function stateOf({ call }: Visit): Promise<State> {
  const { features } = await call.getAbout();
  if (!features.some(({ id }) => id === 'dataprotection')) return { kind: 'disabled' };
  try {
    return { kind: 'finished', result: await call.getDataExport(me) };
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 404) throw error;
    return { kind: isOnItsWay(error) ? 'running' : 'none' };
  }
}

const Finished = ({ visit, result }: { readonly visit: Visit; readonly result: Export }) => {
  const { texts } = visit;
  const { node } = result.nodeEntry;
  return (
    <>
      <p>
        {texts.of('my-data.finished', {
          time: texts.time(result.status.finished ?? node.createdAt),
          expires: texts.time(result.expires),
        })}
      </p>
      <p class="actions">
        <LinkButton {...linkToDownload(visit, node)} main />
      </p>
    </>
  );
};

/** The visitor's account, and the export of all that the repository has stored about the person. */
export async function showMyData(visit: Visit): Promise<PageAnswer> {
  const { texts } = visit;
  // A guest has a record too, but no data.
  if (!visit.isSignedIn) return toSignIn(visit);
  const [{ person }, state] = await Promise.all([visit.call.getPerson(me), stateOf(visit)]);
  const { firstName, lastName, email } = person.profile;
  const facts: FactTable = [
    [texts.of('sign-in.name'), person.userName],
    [texts.of('folder.sort.name'), `${firstName} ${lastName}`.trim() || '–'],
    [texts.of('my-data.mail'), email || '–'],
  ];
  const title = texts.of('my-data.title');
  return page(
    visit,
    <Layout visit={visit} title={title} hasHeading>
      <Facts class="facts card" facts={facts} />
      <section class="card">
        <h2>{texts.of('my-data.export')}</h2>
        {state.kind !== 'disabled' && <p class="soft">{texts.of('my-data.text')}</p>}
        {state.kind === 'finished' ? (
          <Finished visit={visit} result={state.result} />
        ) : (
          <p role="status">{texts.of(`my-data.${state.kind}`)}</p>
        )}
        {(state.kind === 'finished' || state.kind === 'none') && (
          <ActionForm visit={visit} action="/my-data">
            <p class="actions">
              <button type="submit">{texts.of(state.kind === 'none' ? 'my-data.request' : 'my-data.again')}</button>
            </p>
          </ActionForm>
        )}
      </section>
    </Layout>,
  );
}

/** Requests an export. One that is already on its way is as good. */
export async function requestExport(visit: Visit): Promise<PageAnswer> {
  try {
    await visit.call.requestDataExport(me);
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 409) throw error;
  }
  return redirect(visit, '/my-data?notice=export-requested');
}
