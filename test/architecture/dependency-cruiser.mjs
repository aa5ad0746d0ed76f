/**
 * The import rules of the house, as docs/architecture.md draws them. Each rule says what to do instead.
 * Paths are relative to the folder that is cruised from, so that the same rules hold for `src` and for the fixture.
 */

/** What each layer may import besides itself. */
const layers = {
  base: {
    may: [],
    instead:
      'base is the ground floor: give the function what it needs as an argument, or move it to the layer that has it.',
  },
  contract: {
    may: ['base'],
    instead:
      'The contract is only the wire truth. Put a rule into domain, and the translation into api/presenters or api/handlers.',
  },
  domain: {
    may: ['base'],
    instead:
      'Domain rules are pure. Pass data in as arguments, return a decision, and let a service read and write through the ports.',
  },
  ports: {
    may: ['base', 'domain'],
    instead:
      'A port is an interface in terms of the domain. Move the type to domain, or name the need as a method of the port.',
  },
  services: {
    may: ['base', 'domain', 'ports'],
    instead:
      'A service knows no wire and no technology. Take records and values of the domain; ask for what is outside by Pick<Seams, …>; translate in api.',
  },
  api: {
    may: ['base', 'contract', 'domain', 'services'],
    instead:
      'api joins contract and services. Ask a service instead of a port or an adapter; what concerns the connection belongs in http.',
  },
  http: {
    may: ['base', 'contract', 'api'],
    instead: 'http turns requests into calls and back. Reach services through the dispatch of api.',
  },
  client: {
    may: ['base', 'contract'],
    instead: 'The client knows the interface only. Add an operation to the contract, or have the transport passed in.',
  },
  web: {
    may: ['base', 'contract', 'api', 'client'],
    instead:
      'A page is a client: call an operation through the typed client of the visit; where none fits, add one to the contract.',
  },
  daemon: {
    may: ['base', 'contract', 'domain', 'ports', 'adapters', 'services', 'api', 'http', 'client', 'web'],
    instead: 'The daemon does not know the command line. Pass callbacks or values in from cli.',
  },
  cli: {
    may: ['base', 'contract', 'client', 'daemon'],
    instead:
      'Every command is a client: call an operation through the typed client; where none fits, add one to the contract.',
  },
};

const anyOf = (names) => `(?:${names.join('|')})`;

const layerRules = Object.entries(layers).map(([layer, { may, instead }]) => ({
  name: `layer-${layer}`,
  comment: instead,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/', pathNot: `^src/${anyOf([layer, ...may])}/` },
}));

const adapterRule = {
  name: 'layer-adapters',
  comment:
    'Each adapter stands alone: what two of them need goes to base or domain (adapters/durable-files for files that survive a power failure, adapters/records for the stored form of records and for changes, adapters/sandbox for processes that look at contents), and only daemon puts adapters together.',
  severity: 'error',
  from: { path: '^src/adapters/([^/]+)/' },
  to: { path: '^src/', pathNot: '^src/(?:base|domain|ports|adapters/(?:$1|durable-files|records|sandbox))/' },
};

const outsideRule = {
  name: 'layer-only-src',
  comment: 'What ships in dist knows nothing of tests and build files. Move the code into src, or keep it in test.',
  severity: 'error',
  from: { path: '^src/' },
  to: { pathNot: '^src/|(?:^|/)node_modules/', dependencyTypesNot: ['core'], couldNotResolve: false },
};

/**
 * The capability folders of a layer, from the ground up, in groups. A folder may import from its own group's predecessors
 * only, so that a reader can learn the layer in this order.
 */
const capabilities = {
  'src/services': [
    ['records', 'background', 'metadata'],
    ['access'],
    ['authentication', 'renditions'],
    ['trash', 'annotations'],
    ['nodes', 'identity', 'search', 'usages'],
    ['collections', 'bulk'],
    ['views', 'privacy', 'network'],
    ['harvests'],
  ],
  'src/domain': [
    ['text', 'schedule'],
    ['access', 'renditions', 'annotations'],
    ['nodes', 'identity', 'network'],
    ['content-model', 'collections', 'metadata', 'usages'],
    ['query'],
    ['listing', 'metadata-import', 'privacy'],
    ['harvests'],
  ],
  'src/adapters/search': [['codec'], ['segment'], ['terms'], ['query', 'writer']],
};

const orderRules = Object.entries(capabilities).flatMap(([layer, groups]) =>
  groups.flatMap((group, index) =>
    group.flatMap((folder) => {
      const below = [folder, ...groups.slice(0, index).flat()];
      // Nothing is above the only folder of the last group.
      if (below.length === groups.flat().length) return [];
      return {
        name: `order-${layer.split('/').at(-1)}-${folder}`,
        comment: `${layer}/${folder} may import from ${below.slice(1).join(', ') || 'no other folder here'}. Move what both need to a lower folder, or pass it in.`,
        severity: 'error',
        from: { path: `^${layer}/${folder}/` },
        to: { path: `^${layer}/[^/]+/`, pathNot: `^${layer}/${anyOf(below)}/` },
      };
    }),
  ),
);

/** The doors through which the command line may open a repository itself, and only by `import()`. */
const doorsToDaemon =
  '^src/cli/(?:backup/(?:list|restore|verify)|config/(?:check|show)|connection/connect|server/(?:serve|init|demo|doctor))\\.ts$';

const commandLineRules = [
  {
    name: 'cli-daemon-only-at-the-doors',
    comment:
      'Ask connect.ts for a client; only connect.ts and the commands that work without an open repository (serve, init, demo, doctor, config, backups) may use the daemon in this process.',
    severity: 'error',
    from: { path: '^src/cli/', pathNot: doorsToDaemon },
    to: { path: '^src/daemon/' },
  },
  {
    name: 'cli-daemon-only-by-import',
    comment:
      'Write `await import(…)` where the daemon is needed: a remote command and --help must not load Koa and LevelDB.',
    severity: 'error',
    from: { path: doorsToDaemon },
    to: { path: '^src/daemon/', dynamic: false },
  },
  {
    name: 'cli-commands-are-lazy',
    comment:
      'Name the command in the commands.ts of its folder with `load: () => import(…)`: --help must not load what it only lists.',
    severity: 'error',
    from: { path: '^src/cli/(?:main|[^/]+/commands)\\.ts$' },
    to: {
      path: '^src/cli/',
      pathNot: '^src/cli/(?:program/|[^/]+/commands\\.ts$)',
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
];

/** Where each third-party package may be used. A new one enters here, with its first use. */
const fences = {
  '@bomb.sh/tab': '^src/cli/completion/',
  '@fastify/busboy': '^src/http/',
  '@hyzyla/pdfium': '^src/adapters/(?:thumbnails|texts)/',
  '@koa/cors': '^src/http/',
  '@koa/router': '^src/http/',
  '@orama/stemmers': '^src/domain/text/',
  chalk: '^src/cli/',
  chokidar: '^src/(?:adapters/metadata-sets|cli/sync)/',
  commander: '^src/cli/',
  cron: '^src/adapters/system/',
  'csv-parse': '^src/cli/',
  'fastest-levenshtein': '^src/base/nearest\\.ts$',
  'file-type': '^src/services/nodes/detected-type\\.ts$',
  'htmx.org': '^src/web/assets/assets\\.ts$',
  htmlparser2:
    '^src/(?:adapters/(?:reports|texts)/|adapters/sandbox/epub-package\\.ts$|api/request/java-properties\\.ts$|cli/import/xml/)',
  'iconv-lite': '^src/adapters/texts/',
  inquirer: '^src/cli/',
  'jq-wasm': '^src/cli/everyday/',
  koa: '^src/http/',
  'koa-body': '^src/http/',
  level: '^src/adapters/level/',
  'lru-cache': '^src/(?:services/[^/]+|adapters/records|daemon/network|api/presenters/nodes)/',
  'mime-types': '^src/base/mime-type-of-name\\.ts$',
  minisearch: '^src/(?:domain/metadata/nearest-values\\.ts$|adapters/names/)',
  mustache: '^src/base/placeholders\\.ts$',
  n3: '^src/adapters/metadata-import/',
  nodemailer: '^src/adapters/mail/',
  ora: '^src/cli/',
  pdfkit: '^src/adapters/reports/',
  pg: '^src/adapters/postgres/',
  '@aws-sdk/client-s3': '^src/adapters/s3/',
  pino: '^src/(?:adapters/system|daemon)/',
  'rtf-stream-parser': '^src/adapters/texts/',
  saxes: '^src/(?:adapters/metadata-import|cli/import/xml|cli/tables)/',
  preact: '^src/web/',
  'preact-render-to-string': '^src/web/visit/answers\\.ts$',
  'prom-client': '^src/daemon/metrics\\.ts$',
  'swagger-ui-dist': '^src/http/page/',
  sharp: '^src/adapters/thumbnails/',
  'tar-stream': '^src/cli/import/archives/',
  unpdf: '^src/adapters/texts/',
  'word-extractor': '^src/adapters/texts/',
  yaml: '^src/(?:daemon|cli|adapters/(?:mail|metadata-sets))/',
  yauzl: '^src/(?:adapters/sandbox|cli/import/archives|cli/tables)/',
  yazl: '^src/adapters/archives/',
  zod: '^src/(?:contract|api|client|daemon|adapters/metadata-sets|cli/import/records)/',
};

const inPackage = (names) => `(?:^|/)node_modules/(?:@types/)?${anyOf(names)}/`;

const fenceRules = Object.entries(fences).map(([name, home]) => ({
  name: `fence-${name}`,
  comment: `${name} is used only in ${home.replaceAll(/[\^$\\]|\?:/g, '')}: go through the module there, or through the port before it.`,
  severity: 'error',
  from: { path: '^src/', pathNot: home },
  to: { path: inPackage([name]) },
}));

const inputAndOutput =
  '^(?:node:)?(?:fs|http|https|http2|net|tls|dgram|dns|child_process|cluster|worker_threads|os|process|readline)(?:/|$)';

const readsSourceMaps = '^src/base/errors/source-positions\\.ts$';

const packageRules = [
  {
    name: 'fence-new-package',
    comment:
      'Use what the project has. A package that is truly needed enters package.json, and the list of fences here.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '(?:^|/)node_modules/', pathNot: inPackage([...Object.keys(fences), 'node']) },
  },
  {
    name: 'no-input-or-output-in-rules',
    comment:
      'Rules and use cases touch neither files, network nor processes: add a method to a port, and an adapter for it.',
    severity: 'error',
    from: {
      path: '^src/(?:base|contract|domain|ports|services|api)/',
      pathNot: readsSourceMaps,
    },
    to: { dependencyTypes: ['core'], path: inputAndOutput },
  },
  {
    name: 'source-maps-are-files',
    comment: 'source-positions reads the source maps of the program, and nothing else from outside.',
    severity: 'error',
    from: { path: readsSourceMaps },
    to: { dependencyTypes: ['core'], path: inputAndOutput, pathNot: '^(?:node:)?fs$' },
  },
  {
    name: 'no-circular',
    comment:
      'Two files that import each other are read as one. Move what both need, often a type, to a file of its own.',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'The file or package does not exist: mend the path (relative imports end in .ts), or install the package.',
    severity: 'error',
    from: { path: '^src/' },
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [
    ...layerRules,
    adapterRule,
    outsideRule,
    ...orderRules,
    ...commandLineRules,
    ...fenceRules,
    ...packageRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Without this, `import type` is not seen: just what leaks between layers.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
