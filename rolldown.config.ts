import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { serialize } from 'node:v8';
import { defineConfig, type OutputBundle, type Plugin } from 'rolldown';
import { createSetFolder, listFolder } from './src/adapters/metadata-sets/read-set-files.ts';
import { builtFile, builtKey } from './src/adapters/metadata-sets/read-when-built.ts';

// What `npm run build` makes in dist: docs/decisions/0024-a-bundled-release.md says why it looks like this.

/** Programs that start on their own. Their names below dist are those below src: `base/package-files` counts on it. */
const programs = [
  'cli/main',
  'adapters/thumbnails/worker',
  'adapters/texts/worker',
  'adapters/search/writer/index-thread-program',
  'adapters/archives/archive-thread-program',
  'adapters/reports/report-thread-program',
];

/** What brings machine code of its own is not bundled: the `dependencies` in package.json, and no others. */
const external = ['@hyzyla/pdfium', 'classic-level', 'sharp'];

/**
 * Which modules share a chunk, the first that fits, each with what it imports. What only `import()` reaches from
 * outside of these gets a chunk without being named here.
 */
const chunks = [
  // All that `--help` loads.
  {
    name: 'start',
    test: /src\/cli\/(?:main|program\/(?:program|global-options|special-arguments|host)|[a-z-]+\/commands)\.ts$/,
  },
  { name: 'base', test: /src\/base\/(?!mime-type-of-name|placeholders)/ },
  { name: 'media-types', test: /src\/base\/mime-type-of-name/ },
  // A command finds the daemon of a data directory without loading one.
  {
    name: 'local',
    test: /src\/daemon\/(?:data-directory\/(?:data-directory|directory-access)|process\/(?:heap-flags|idle-gc))\.ts$/,
  },
  { name: 'contract', test: /src\/contract\// },
  // Only commands that read a workbook, and the server when it reads archives and XML.
  { name: 'zip-and-xml', test: /node_modules\/(?:saxes|xmlchars|yauzl|pend)\// },
  // The server reads markup in workers, and an import reads records in web pages.
  {
    name: 'markup',
    test: /node_modules\/(?:htmlparser2|domhandler|domelementtype|domutils|dom-serializer|entities)\//,
  },
  { name: 'workbook', test: /src\/cli\/tables\/read-workbook/ },
  { name: 'commands', test: /src\/(?:cli\/(?!import\/[a-z]+\/)|client\/)/ },
  // Only an import that is no folder.
  { name: 'sources', test: /src\/cli\/import\// },
  // What the workers share with the server.
  { name: 'domain', test: /src\/domain\// },
  { name: 'search', test: /src\/adapters\/search\/(?!writer\/index-thread-program)/ },
  { name: 'templates', test: /src\/(?:base\/placeholders|adapters\/reports\/template\/(?!template-file))/ },
  { name: 'plain-text', test: /src\/adapters\/texts\/plain-text/ },
  // A terminal's questions need it as well.
  { name: 'iconv-lite', test: /node_modules\/iconv-lite\// },
  // Only `config check` and `doctor` compute the next runs of schedules at once, with two packages that a server without schedules does not need.
  { name: 'server', test: /src\/(?:daemon|http|api)\/(?!configuration\/check-configuration|diagnosis\/|metrics\.ts)/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string;
}

const readPackage = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folder of the package that a module belongs to; undefined for our own. */
const packageOf = (module: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll('\\', '/'))?.[0];

/** A chunk that begins with a package is named by it: most call their first module index. */
const chunkName = (name: string, module: string | null | undefined): string =>
  packageOf(module ?? '')
    ?.split('node_modules/')
    .at(-1)
    ?.replace(/^@.*\//, '') ?? name;

const isLicence = (name: string): boolean => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name);

const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

/** For packages that only name their licence. */
const knownTerms: Readonly<Record<string, string>> = {
  // Some of the packages that the client of S3 consists of have it, and some have not.
  'Apache-2.0': readFileSync('node_modules/@aws-sdk/client-s3/LICENSE', 'utf8'),
  ISC: isc,
  // Ours is the same but for the owner.
  MIT: readFileSync('LICENSE', 'utf8').replace(/^[\s\S]*(?=Permission is hereby)/, ''),
};

/** The licence of a package under its name. Throws for one whose terms are not known. */
function licenceOf(folder: string): string {
  const { name, version, license, author } = readPackage(folder);
  const head = `${name} ${version} (${license})`;
  const texts = readdirSync(folder)
    .filter(isLicence)
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length > 0) return [head, ...texts].join('\n\n');
  const terms = knownTerms[license];
  if (terms === undefined) throw new Error(`${name} has no licence file: say its terms (${license}) here.`);
  return [head, `Copyright (c) ${author ?? `${name} contributors`}`, terms.trim()].join('\n\n');
}

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Brings the files of Swagger UI that `http/page` serves. */
const swaggerFiles: Plugin = {
  name: 'swagger-files',
  generateBundle() {
    for (const name of [
      'swagger-ui.css',
      'swagger-ui-bundle.js',
      'swagger-ui-bundle.js.LICENSE.txt',
      'favicon-32x32.png',
    ]) {
      const source = readFileSync(join(swagger, name));
      this.emitFile({ type: 'asset', fileName: `swagger-ui/${name}`, source });
    }
  },
};

const htmx = dirname(createRequire(import.meta.url).resolve('htmx.org/package.json'));

/** Brings the files that `web/assets` serves. */
const webFiles: Plugin = {
  name: 'web-files',
  generateBundle() {
    const own = 'src/web/assets';
    for (const name of readdirSync(own).filter((each) => /\.(?:css|js|svg)$/.test(each))) {
      this.emitFile({ type: 'asset', fileName: `web/${name}`, source: readFileSync(join(own, name)) });
    }
    const source = readFileSync(join(htmx, 'dist', 'htmx.min.js'));
    this.emitFile({ type: 'asset', fileName: 'web/htmx.js', source });
  },
};

const fonts = dirname(createRequire(import.meta.url).resolve('@fontsource/dejavu-sans/package.json'));
const pdfkit = packageOf(createRequire(import.meta.url).resolve('pdfkit')) ?? '';

/** Brings what the thread of a report reads: the fonts, and the colour profile that pdfkit looks for beside the program. */
const reportFiles: Plugin = {
  name: 'report-files',
  generateBundle() {
    for (const name of ['400-normal', '700-normal', '400-italic', '700-italic']) {
      const font = `dejavu-sans-latin-${name}.woff`;
      this.emitFile({ type: 'asset', fileName: `fonts/${font}`, source: readFileSync(join(fonts, 'files', font)) });
    }
    const profile = 'data/sRGB_IEC61966_2_1.icc';
    const source = readFileSync(join(pdfkit, 'js', profile));
    this.emitFile({ type: 'asset', fileName: `adapters/reports/${profile}`, source });
  },
};

const shippedSets = 'data-template/metadata-sets';

/** Reads the sets and value lists that come with the program, which then need not be read at each start. */
const readSets: Plugin = {
  name: 'read-sets',
  async generateBundle() {
    const values = new Map<string, unknown>();
    const { sets, valueLists } = await createSetFolder(shippedSets).read({ sets: [], valueLists: [] });
    const found = [...sets.map((set) => ['.', set] as const), ...valueLists.map((list) => [listFolder, list] as const)];
    for (const [folder, value] of found) {
      const text = readFileSync(join(shippedSets, folder, `${value.id}.yaml`), 'utf8');
      values.set(builtKey(text, value.id), value);
    }
    this.emitFile({ type: 'asset', fileName: builtFile, source: serialize(values) });
  },
};

function bundledPackages(bundle: OutputBundle): string[] {
  const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const folders = modules.flatMap((module) => packageOf(module) ?? []).filter((folder) => existsSync(folder));
  return [...new Set([...folders, swagger, fonts, htmx])].sort();
}

/** The licences of all packages whose code is in the bundle ask that their text comes with it. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const source = `${bundledPackages(bundle)
      .map(licenceOf)
      .join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source });
  },
};

export default defineConfig({
  input: Object.fromEntries(programs.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  // yazl computes checksums with it, ten times slower than Node does.
  resolve: {
    alias: {
      'buffer-crc32': resolve('src/adapters/archives/native-crc32.ts'),
      // pg works without it.
      'pg-native': resolve('src/adapters/postgres/no-native-client.ts'),
    },
  },
  external,
  // jq-wasm looks for its folder, although its WebAssembly is in the same file.
  transform: { define: { __dirname: 'import.meta.dirname' } },
  plugins: [swaggerFiles, webFiles, reportFiles, readSets, licences],
  // depd names a function by it, and http-errors asks it to.
  checks: { eval: false, ineffectiveDynamicImport: false },
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: ({ name, facadeModuleId }) => `chunks/${chunkName(name, facadeModuleId)}.js`,
    codeSplitting: { groups: chunks },
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
