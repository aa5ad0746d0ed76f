import { badRequest } from '../../base/errors/errors.ts';
import { type Client, createClient } from '../../client/client.ts';
import type { Answer, Call, Transport } from '../../contract/call.ts';
import type { OperationName } from '../../contract/index.ts';
import type { FormUpload, PageRequest } from '../../contract/page.ts';
import type { Assets } from '../assets/assets.ts';
import { createTexts, type Texts } from '../texts/texts.ts';
import type { WebParts } from '../web-parts.ts';
import { cookieOf } from './cookies.ts';
import { createFormTokens, formTokenField } from './form-token.ts';
import { languageCookie, languageOf } from './language.ts';

/** The fields of a form, each with its first value. */
type Form = Readonly<Record<string, string>>;

/** One request for a page, and the visitor who sent it. */
export interface Visit {
  readonly method: 'GET' | 'POST';
  /** The page of the web view whose form or link leads here; undefined if it is not known. */
  readonly cameFrom: string | undefined;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The `:id` of the path; empty without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The prefix of the addresses of pages and assets. */
  readonly base: string;
  /** The prefix of the addresses of the interface, such as those of contents. */
  readonly interfacePath: string;
  /** The configured base URL of the interface; undefined if it is not configured. */
  readonly publicUrl: string | undefined;
  readonly assets: Assets;
  readonly texts: Texts;
  /** The title of the repository. */
  readonly title: string;
  readonly version: string;
  readonly isSignedIn: boolean;
  readonly isGuest: boolean;
  readonly isAdmin: boolean;
  /** The ID of the home folder; null without one. */
  readonly homeFolder: string | null;
  /** Empty without a sign-in. */
  readonly userName: string;
  /** The value of the hidden field that each form needs. */
  readonly formToken: string;
  /** The cookie of the token; undefined if the browser has it. */
  readonly newFormCookie: string | undefined;
  /** Calls operations as the visitor. Rejects with `AnswerError` if one is refused. */
  readonly call: Client;
  /** Whether the enhancement of the page asks for a part of it. */
  readonly isPartial: boolean;
  /** Whether a script of the page asks for JSON. */
  readonly wantsJson: boolean;
  now(): Date;
  form(): Promise<Form>;
  /** The file of the form, and the fields before it. Only for routes that take a file. */
  upload(): Promise<FormUpload>;
  /** All values of a field. */
  formValues(name: string): Promise<readonly string[]>;
  /** Rejects with `BadRequest` if the form does not have the token of this visitor. */
  requireToken(): Promise<void>;
  /**
   * Calls operations with these credentials, and without the session of the visitor. `any host` is for what an app signed for the
   * browser of a person: the browser calls from an address that the registration of the app does not have.
   */
  as(credentials: Call['headers'], from?: 'any host'): Client;
  /** Calls an operation with other headers, and returns the whole answer. */
  answer(operation: OperationName, headers?: Call['headers']): Promise<Answer>;
}

interface VisitParts extends Omit<WebParts, 'answerError'> {
  readonly assets: Assets;
  readonly interfacePath: string;
}

interface Arrival {
  readonly request: PageRequest;
  readonly base: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly takesFile: boolean;
}

/**
 * What the calls of a page take over from the request: the session, and what shows that a page of another site sent it. A
 * password that the browser adds is left out, because each call would sign in anew.
 */
const passedOn = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'];

function headersOf({ headers }: PageRequest, locale: string): Record<string, string> {
  const taken = passedOn.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(taken), locale };
}

/** Browsers send the whole address only to the site of the page itself (`Referrer-Policy`). */
function cameFrom({ headers: { referer, host } }: PageRequest, base: string): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { host: from, pathname, search } = new URL(referer);
  return from === host && pathname.startsWith(`${base}/`) ? `${pathname.slice(base.length)}${search}` : undefined;
}

/** Sends each call with the address of the visitor. */
const from =
  (send: Transport, clientAddress: string | undefined): Transport =>
  (call) =>
    send({ ...call, clientAddress });

/** Reads the form once. A form with a file is read up to the file. */
function formReader({ readForm, readUpload }: PageRequest, takesFile: boolean): () => Promise<FormUpload> {
  let form: Promise<FormUpload> | undefined;
  return () => {
    form ??= takesFile ? readUpload() : readForm().then((fields) => ({ fields, file: undefined }));
    return form;
  };
}

const fieldsOf = ({ fields }: FormUpload): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(fields).map(([name, value = '']) => [name, [value].flat()]));

/** Returns a function that finds out who sent a request, and gives pages all that they need. */
export function createVisits(parts: VisitParts): (arrival: Arrival) => Promise<Visit> {
  const tokens = createFormTokens(parts.secret);
  const { settings, assets, interfacePath } = parts;
  return async ({ request, base, path, params, takesFile }) => {
    const language = languageOf(cookieOf(request.headers, languageCookie), request.headers['accept-language']);
    const texts = createTexts(language);
    const headers = headersOf(request, texts.locale);
    const send = from(parts.send, request.clientAddress);
    const call = createClient(send, () => headers);
    const session = await call.validateSession();
    const token = tokens.of(request.headers);
    const upload = formReader(request, takesFile);
    const readForm = async () => fieldsOf(await upload());
    const formValues = async (name: string): Promise<readonly string[]> => (await readForm()).get(name) ?? [];
    const form = async (): Promise<Form> =>
      Object.fromEntries([...(await readForm())].map(([name, values]) => [name, values[0] ?? '']));
    return {
      ...{ path, params, query: request.query, base, interfacePath, assets, texts, call, formValues, form, upload },
      id: params['id'] ?? '',
      method: request.method === 'POST' ? 'POST' : 'GET',
      cameFrom: cameFrom(request, base),
      title: settings.repository.title,
      version: settings.version,
      publicUrl: settings.publicUrl,
      isSignedIn: session.isValidLogin && !session.isGuest,
      isGuest: session.isGuest,
      isAdmin: session.isAdmin,
      homeFolder: session.userHome,
      userName: session.authorityName ?? '',
      formToken: token.value,
      newFormCookie: token.newCookie,
      isPartial: request.headers['hx-request'] === 'true',
      wantsJson: request.headers['accept'] === 'application/json',
      now: () => parts.clock.now(),
      async requireToken() {
        const [sent = ''] = await formValues(formTokenField);
        if (!tokens.isValid(sent, token)) throw badRequest(texts.of('failure.form'));
      },
      as: (credentials, place) =>
        createClient(place === 'any host' ? parts.send : send, () => ({ locale: texts.locale, ...credentials })),
      answer: (operation, more = {}) =>
        send({ operation, params: {}, query: {}, body: undefined, headers: { ...headers, ...more } }),
    };
  };
}
