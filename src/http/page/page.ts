import type { Context } from 'koa';
import { namesTag, writtenTag } from '../../api/response/entity-tag.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { RouterBySegments } from '../router.ts';
import { createPageFiles, type PageFile, pageFileOf } from './page-files.ts';
import { pageHtml } from './page-text.ts';

/** Allows scripts, styles and requests of this server only, without inline code, evaluated code and framing. */
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
    // Browsers must revalidate, because another version of the program has other files under the same names.
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

/** Whether the URL that the client sent ends in a slash. URLs in the page are relative to it. */
const endsInSlash = ({ originalUrl }: Context): boolean => (originalUrl.split('?')[0] ?? '').endsWith('/');

/**
 * Serves the API page at `/swagger`, also below the context path (section 1.5 of the interface contract), with or without
 * a trailing slash. It is public, like the OpenAPI document that it shows.
 */
export function servePage(router: RouterBySegments, contextPath: string): void {
  const fileOf = createPageFiles();
  for (const root of new Set(['', contextPath])) {
    const rest = `${root === contextPath ? '' : contextPath}/rest`;
    router.register(`${root}/swagger`, 'GET', (context) => {
      const [files, up] = endsInSlash(context as unknown as Context) ? ['./', '..'] : ['./swagger/', '.'];
      const html = pageHtml({ files, description: `${up}${rest}/openapi.json` });
      send(context as unknown as Context, pageFileOf(Buffer.from(html), 'text/html; charset=utf-8'));
    });
    router.register(`${root}/swagger/:file`, 'GET', async (context) => {
      const file = await fileOf(context.params['file'] ?? '');
      if (file === undefined)
        throw new RepositoryError('NotFound', 'The API page has no such file. Open /swagger instead.');
      send(context as unknown as Context, file);
    });
  }
}
