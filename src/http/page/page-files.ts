import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder, runsFromSources } from '../../base/package-files.ts';
import { pageScript, pageStyle } from './page-text.ts';

/** A file of the page. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Of the bytes. */
  readonly tag: string;
}

/** What of Swagger UI the page needs. There are no other names, and so no path can lead elsewhere. */
const packaged: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const own: Readonly<Record<string, readonly [text: string, contentType: string]>> = {
  'page.css': [pageStyle, 'text/css; charset=utf-8'],
  'page.js': [pageScript, 'text/javascript; charset=utf-8'],
};

/** A build has these files beside it; the sources take them from the package. */
const swaggerFolder = (): string =>
  runsFromSources
    ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    : fileURLToPath(new URL('dist/swagger-ui', packageFolder));

/** Makes a file of bytes that are there. */
export const pageFileOf = (bytes: Buffer, contentType: string): PageFile => ({
  bytes,
  contentType,
  tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
});

async function load(name: string): Promise<PageFile | undefined> {
  const mine = Object.hasOwn(own, name) ? own[name] : undefined;
  if (mine !== undefined) return pageFileOf(Buffer.from(mine[0]), mine[1]);
  const contentType = Object.hasOwn(packaged, name) ? packaged[name] : undefined;
  if (contentType === undefined) return undefined;
  return pageFileOf(await readFile(join(swaggerFolder(), name)), contentType);
}

/** Finds a file of the page by its name; undefined where it has none of that name. Each is read at its first use. */
export function createPageFiles(): (name: string) => Promise<PageFile | undefined> {
  const files = new Map<string, Promise<PageFile | undefined>>();
  return async (name) => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = load(name);
    // Names that are none are not kept: there is no end to them. What could not be read may be there the next time.
    if ((await file) !== undefined) files.set(name, file);
    return file;
  };
}
