import { retryAfterOf } from '../../client/answer-error.ts';
import { authorizationOf } from '../../client/credentials.ts';
import type { Answer } from '../../contract/call.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { ActionForm, Field, Problem, Submit } from '../parts/form.tsx';
import { Layout } from '../parts/layout.tsx';
import { localPath, page, redirect } from '../visit/answers.ts';
import type { Visit } from '../visit/visit.ts';

interface SignInState {
  readonly userName?: string;
  readonly to: string;
  /** Why the sign-in failed. */
  readonly problem?: string;
}

function signInPage(visit: Visit, { userName = '', to, problem }: SignInState): PageAnswer {
  const { texts } = visit;
  const content = (
    <Layout visit={visit} title={texts.of('sign-in.title')}>
      <div class="card sign-in">
        <h1>{texts.of('sign-in.title')}</h1>
        <p class="soft">{to === '/' ? texts.of('sign-in.text') : texts.of('sign-in.back')}</p>
        <Problem text={problem} id="problem" />
        <ActionForm visit={visit} action="/sign-in">
          <input type="hidden" name="to" value={to} />
          <Field
            id="userName"
            label={texts.of('sign-in.name')}
            value={userName}
            autocomplete="username"
            required
            autofocus={userName === ''}
          />
          <Field
            id="password"
            label={texts.of('sign-in.password')}
            type="password"
            autocomplete="current-password"
            required
            autofocus={userName !== ''}
          />
          <p class="actions">
            <Submit>{texts.of('sign-in.title')}</Submit>
          </p>
        </ActionForm>
      </div>
    </Layout>
  );
  return page(visit, content, problem === undefined ? 200 : 403);
}

export function showSignIn(visit: Visit): PageAnswer {
  const to = localPath(visit.query.get('to') ?? undefined);
  return visit.isSignedIn ? redirect(visit, to) : signInPage(visit, { to });
}

/**
 * The cookies of an answer of the interface, whose path is that of the interface. Pages at the root need the same session, so
 * they get a cookie for all paths.
 */
function cookiesOf({ headers }: Answer, { base, interfacePath }: Visit): readonly string[] {
  const cookie = headers['set-cookie'];
  if (cookie === undefined) return [];
  const withPath = (path: string): string => cookie.replace(/Path=[^;]*/, `Path=${path === '' ? '/' : path}`);
  return [...new Set([withPath(interfacePath), withPath(base)])];
}

function problemOf({ texts }: Visit, answer: Answer): string {
  const wait = retryAfterOf(answer);
  return wait === undefined
    ? texts.of('sign-in.wrong')
    : texts.count('sign-in.wait', Math.max(1, Math.ceil(wait / 1000)));
}

const isOpen = ({ body }: Answer): boolean =>
  body.kind === 'json' && (body.value as { readonly statusCode?: unknown }).statusCode === 'OK';

/** Opens a session by the password, and leads to the page that the visitor wanted. */
export async function signIn(visit: Visit): Promise<PageAnswer> {
  const { userName = '', password = '', to: wanted } = await visit.form();
  const to = localPath(wanted);
  const authorization = authorizationOf({ kind: 'basic', userName: userName.trim(), password });
  const answer = await visit.answer('validateSession', { authorization });
  if (isOpen(answer)) return redirect(visit, to, cookiesOf(answer, visit));
  return signInPage(visit, { userName, to, problem: problemOf(visit, answer) });
}

export async function signOut(visit: Visit): Promise<PageAnswer> {
  const answer = await visit.answer('destroySession');
  return redirect(visit, '/sign-in?notice=signed-out', cookiesOf(answer, visit));
}
