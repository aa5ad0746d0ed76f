import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder, runsFromSources } from '../../base/package-files.ts';
import { pageScript, pageStyle } from './page-text.ts';

/** A file of the API page. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** A digest of the bytes, for `ETag`. */
  readonly tag: string;
}

/** The files of Swagger UI that the page needs. Only these names are served, so no path can lead out of the folder. */
const packaged: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const own: Readonly<Record<string, readonly [text: string, contentType: string]>> = {
  'page.css': [pageStyle, 'text/css; charset=utf-8'],
  'page.js': [pageScript, 'text/javascript; charset=utf-8'],
};

/** A build contains copies of the files; the sources read them from the package. */
const swaggerFolder = (): string =>
  runsFromSources
    ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    : fileURLToPath(new URL('dist/swagger-ui', packageFolder));

export const pageFileOf = (bytes: Buffer, contentType: string): PageFile => ({
  bytes,
  contentType,
  tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
});

async function load(name: string): Promise<PageFile | undefined> {
  const ownFile = Object.hasOwn(own, name) ? own[name] : undefined;
  if (ownFile !== undefined) return pageFileOf(Buffer.from(ownFile[0]), ownFile[1]);
  const contentType = Object.hasOwn(packaged, name) ? packaged[name] : undefined;
  if (contentType === undefined) return undefined;
  return pageFileOf(await readFile(join(swaggerFolder(), name)), contentType);
}

/** Returns a function that finds a file of the page by name; undefined if there is none. Each file is read on first use. */
export function createPageFiles(): (name: string) => Promise<PageFile | undefined> {
  const files = new Map<string, Promise<PageFile | undefined>>();
  return async (name) => {
    const cached = files.get(name);
    if (cached !== undefined) return cached;
    const file = load(name);
    // Unknown names are not cached, because there is no limit to them. Failed reads are not cached either, so that they are retried.
    if ((await file) !== undefined) files.set(name, file);
    return file;
  };
}
