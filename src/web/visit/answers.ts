import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PageAnswer } from '../../contract/page.ts';
import { cookie } from './cookies.ts';
import { formCookie } from './form-token.ts';
import type { Visit } from './visit.ts';

/** Allows scripts, styles, images and contents of this server only, and nothing inline. No other page may frame a page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "frame-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page is not stored: on a shared computer, the next person must not see it by "back". */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // With `no-referrer`, browsers would send forms without their origin.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

const cookiesOf = (visit: Visit): readonly string[] =>
  visit.newFormCookie === undefined ? [] : [cookie(visit, formCookie, visit.newFormCookie)];

/** A whole page. */
export const page = (visit: Visit, content: VNode, status = 200): PageAnswer => ({
  status,
  headers: { ...pageHeaders, 'set-cookie': cookiesOf(visit) },
  body: `<!doctype html>${renderToString(content)}`,
});

/** A part of a page, for its enhancement. */
export const part = (content: VNode): PageAnswer => ({
  status: 200,
  headers: pageHeaders,
  body: renderToString(content),
});

/** What a script of a page gets. */
export const json = (visit: Visit, status: number, value: unknown): PageAnswer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'set-cookie': cookiesOf(visit),
  },
  body: JSON.stringify(value),
});

/** Leads to another page of the web view. After a form, the browser can go back and forward without sending it again. */
export const redirect = ({ base }: Visit, path: string, cookies: readonly string[] = []): PageAnswer => ({
  status: 303,
  headers: { location: `${base}${path}`, 'cache-control': 'no-store', 'set-cookie': cookies },
  body: '',
});

/** The address of this page below the base. */
export function hereOf({ path, query }: Visit): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A path of the web view that a request names; `/` if it leads elsewhere. */
export const localPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path) ? path : '/';

/** Leads to the sign-in, and from there back to the page. */
export function toSignIn(visit: Visit): PageAnswer {
  // A form that was sent is lost, and suggestions are no page: the visitor goes on where they were.
  const to = visit.method === 'GET' && !visit.path.startsWith('/suggest/') ? hereOf(visit) : localPath(visit.cameFrom);
  const path = to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`;
  if (!visit.isPartial) return redirect(visit, path);
  return { status: 200, headers: { 'hx-redirect': `${visit.base}${path}`, 'cache-control': 'no-store' }, body: '' };
}
