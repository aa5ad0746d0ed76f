import type { Context, Middleware } from 'koa';
import type { Pages } from '../../contract/page.ts';
import type { ClientAddressOf } from '../connection/client-address.ts';
import type { ReadForm } from '../decode.ts';
import { readQuery } from '../query.ts';

/** Limits the query as that of a call. */
function queryOf({ querystring }: Context): URLSearchParams {
  readQuery(querystring, {});
  return new URLSearchParams(querystring);
}

/** Lets `pages` answer what no route takes. */
export const servePages =
  (pages: Pages, clientAddressOf: ClientAddressOf, { readForm, readUpload }: ReadForm): Middleware =>
  async (context, next) => {
    await next();
    if (context.status !== 404 || (context.body !== undefined && context.body !== null)) return;
    const { method, path, req } = context;
    const answer = await pages({
      method,
      path,
      query: queryOf(context),
      // Only `Set-Cookie` is a list, and requests do not have it.
      headers: req.headers as Readonly<Record<string, string | undefined>>,
      prefersHtml: context.accepts('json', 'html') === 'html',
      clientAddress: clientAddressOf(req),
      readForm: () => readForm(context),
      readUpload: () => readUpload(context),
    });
    if (answer === undefined) return;
    context.status = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) {
      context.set(name, typeof value === 'string' ? value : [...value]);
    }
    const type = context.res.getHeader('content-type');
    context.body = answer.body;
    // Koa sets a type of its own with the body.
    if (type !== undefined) context.res.setHeader('content-type', type);
  };
