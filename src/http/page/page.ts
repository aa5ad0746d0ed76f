import type Router from '@koa/router';
import type { Context } from 'koa';
import { namesTag, writtenTag } from '../../api/response/entity-tag.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import { createPageFiles, type PageFile, pageFileOf } from './page-files.ts';
import { pageHtml } from './page-text.ts';

/** Scripts, styles and calls of this server alone; nothing in place, nothing evaluated, nothing around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

function send(context: Context, file: PageFile): void {
  context.set({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // Kept, and asked for again: another version of the program has other files under the same names.
    'Cache-Control': 'no-cache',
    ETag: writtenTag(file.tag),
  });
  if (namesTag(context.get('if-none-match') || undefined, file.tag)) {
    context.status = 304;
    return;
  }
  context.body = file.bytes;
  context.type = file.contentType;
}

/** Whether the address as it was sent ends in a slash: addresses in the page are relative to it. */
const endsInSlash = ({ originalUrl }: Context): boolean => (originalUrl.split('?')[0] ?? '').endsWith('/');

/**
 * Serves the page that shows the interface, at `/swagger` and below the context path too (contract 1.5), with or
 * without a slash behind. It is open to all, as the description is that it reads. Whoever opens the bare address in a
 * browser is sent there.
 */
export function servePage(router: Router, contextPath: string): void {
  const fileOf = createPageFiles();
  for (const root of new Set(['', contextPath])) {
    router.get(root === '' ? '/' : root, (context) => {
      const here = endsInSlash(context as unknown as Context) ? '' : root.slice(root.lastIndexOf('/'));
      context.redirect(`.${here}/swagger`);
    });
    const rest = `${root === contextPath ? '' : contextPath}/rest`;
    router.get(`${root}/swagger`, (context) => {
      const [files, up] = endsInSlash(context as unknown as Context) ? ['./', '..'] : ['./swagger/', '.'];
      const html = pageHtml({ files, description: `${up}${rest}/openapi.json` });
      send(context as unknown as Context, pageFileOf(Buffer.from(html), 'text/html; charset=utf-8'));
    });
    router.get(`${root}/swagger/:file`, async (context) => {
      const file = await fileOf(context.params['file'] ?? '');
      if (file === undefined) throw new RepositoryError('NotFound', 'The page of the interface has no such file.');
      send(context as unknown as Context, file);
    });
  }
}
