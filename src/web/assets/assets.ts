import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { packageFolder, runsFromSources } from '../../base/package-files.ts';
import type { PageAnswer, PageRequest } from '../../contract/page.ts';

/** The files of the web view, by the name that pages use. `rolldown.config.ts` puts copies of them into a build. */
const contentTypes = {
  'style.css': 'text/css; charset=utf-8',
  'enhance.js': 'text/javascript; charset=utf-8',
  'picker.js': 'text/javascript; charset=utf-8',
  'upload.js': 'text/javascript; charset=utf-8',
  'htmx.js': 'text/javascript; charset=utf-8',
  'icons.svg': 'image/svg+xml',
  'favicon.svg': 'image/svg+xml',
} as const;

type AssetName = keyof typeof contentTypes;

const assetNames = Object.keys(contentTypes) as AssetName[];

/** The stylesheet is written in parts, and served as one file. */
const styleParts = ['base.css', 'frame.css', 'controls.css', 'content.css', 'pages.css', 'lists.css', 'changes.css'];

interface Asset {
  readonly bytes: Buffer;
  readonly contentType: string;
}

export interface Assets {
  /** The path of a file below the base. It has a digest, so browsers may keep the file for good. */
  path(name: AssetName): string;
  /** The file at a path; undefined if there is none. */
  answer(request: Pick<PageRequest, 'method' | 'headers'>, path: string): PageAnswer | undefined;
}

function fileOf(name: string): URL | string {
  if (!runsFromSources) return new URL(`dist/web/${name}`, packageFolder);
  if (name === 'htmx.js') return createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js');
  return new URL(`src/web/assets/${name}`, packageFolder);
}

const bytesOf = (name: AssetName): Buffer =>
  Buffer.concat((name === 'style.css' ? styleParts : [name]).map((each) => readFileSync(fileOf(each))));

const encoders = { br: (bytes: Buffer) => brotliCompressSync(bytes), gzip: (bytes: Buffer) => gzipSync(bytes) };

type Encoding = keyof typeof encoders;

const encodingFor = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find((each) =>
    new RegExp(`(?:^|[\\s,])${each}(?!\\s*;\\s*q=0(?:[,\\s]|$))`).test(accepted ?? ''),
  );

function headersOf(contentType: string, encoding: Encoding | undefined): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
}

/** Reads the files. Each is compressed on first use. */
export function loadAssets(): Assets {
  const assets = new Map<string, Asset>();
  const paths = new Map<AssetName, string>();
  for (const name of assetNames) {
    const bytes = bytesOf(name);
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const path = `/assets/${digest}/${name}`;
    paths.set(name, path);
    assets.set(path, { bytes, contentType: contentTypes[name] });
  }
  const compressed = new Map<string, Buffer>();
  return {
    path: (name) => paths.get(name) ?? '',
    answer({ method, headers }, path) {
      const asset = method === 'GET' || method === 'HEAD' ? assets.get(path) : undefined;
      if (asset === undefined) return undefined;
      const encoding = encodingFor(headers['accept-encoding']);
      const key = `${encoding} ${path}`;
      const body = compressed.get(key) ?? (encoding === undefined ? asset.bytes : encoders[encoding](asset.bytes));
      compressed.set(key, body);
      return { status: 200, headers: headersOf(asset.contentType, encoding), body };
    },
  };
}
