import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixture = fileURLToPath(new URL('fixture', import.meta.url));
const rulesFile = fileURLToPath(new URL('dependency-cruiser.mjs', import.meta.url));
const cruiser = fileURLToPath(import.meta.resolve('dependency-cruiser'));

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: { readonly violations: readonly Violation[]; readonly error: number };
}

/** Runs the rules over the folder `src` below a directory, as `npm run lint` does. */
async function cruise(directory: string): Promise<Cruise> {
  const program = cruiser.replace(/src\/main\/index\.mjs$/, 'bin/dependency-cruise.mjs');
  const { stdout } = await execa(process.execPath, [program, '--config', rulesFile, '--output-type', 'json', 'src'], {
    cwd: directory,
    reject: false,
  });
  return JSON.parse(stdout);
}

const {
  forbidden,
}: {
  forbidden: readonly { readonly name: string; readonly comment: string; readonly from: { readonly path: string } }[];
} = (await import(rulesFile)).default;

const brokenBy = (violations: readonly Violation[]) =>
  new Set(violations.map(({ rule, from }) => `${rule.name}: ${from.replace(/^src\//, '')}`));

describe('the import rules', () => {
  let ofFixture: Cruise;
  beforeAll(async () => {
    ofFixture = await cruise(fixture);
  });

  test('hold in src, and have seen its modules', async () => {
    const { modules, summary } = await cruise(root);
    expect(summary.violations).toEqual([]);
    expect(modules.filter(({ source }) => source.startsWith('src/')).length).toBeGreaterThan(60);
  });

  test('catch each forbidden import of the fixture, those of types alone among them', () => {
    const broken = brokenBy(ofFixture.summary.violations);
    const expected = [
      'layer-base: base/knows-contract.ts',
      'layer-contract: contract/knows-service.ts',
      'layer-domain: domain/knows-service-type.ts',
      'layer-ports: ports/knows-service.ts',
      'layer-services: services/knows-contract.ts',
      'layer-api: api/knows-adapter.ts',
      'layer-http: http/knows-service.ts',
      'layer-client: client/knows-daemon.ts',
      'layer-web: web/knows-service.ts',
      'layer-daemon: daemon/knows-cli.ts',
      'layer-cli: cli/opens-store.ts',
      'layer-adapters: adapters/level/knows-memory.ts',
      'layer-only-src: services/knows-test.ts',
      'cli-daemon-only-at-the-doors: cli/everyday/list.ts',
      'cli-daemon-only-by-import: cli/connection/connect.ts',
      'cli-commands-are-lazy: cli/main.ts',
      'fence-new-package: services/new-package.ts',
      'no-input-or-output-in-rules: services/reads-files.ts',
      'source-maps-are-files: base/errors/source-positions.ts',
      'no-unresolvable: services/knows-nothing.ts',
      'no-circular: base/around.ts',
      ...orders().map((order) => `${order.rule}: ${order.folder}/knows-above.ts`),
      ...fences().map((fence) => `${fence}: services/breaks-fences.ts`),
    ];
    expect([...broken].sort()).toEqual(expected.sort());
  });

  test('let the doors of the command line open a repository by import()', () => {
    const { modules, summary } = ofFixture;
    expect(modules.map(({ source }) => source)).toContain('src/cli/server/serve.ts');
    expect(summary.violations.filter(({ from }) => from === 'src/cli/server/serve.ts')).toEqual([]);
  });

  test('are each broken by the fixture, so that none of them is blind', () => {
    const fired = new Set(ofFixture.summary.violations.map(({ rule }) => rule.name));
    expect(forbidden.map(({ name }) => name).filter((name) => !fired.has(name))).toEqual([]);
  });

  test('each say what to do instead', () => {
    for (const { name, comment } of forbidden) expect(comment, name).toMatch(/\w+ .*\.$/);
  });
});

/** The rules for the order of capability folders, and the folder of the fixture that breaks each. */
function orders(): { rule: string; folder: string }[] {
  return forbidden.flatMap(({ name: rule, from }) =>
    rule.startsWith('order-') ? [{ rule, folder: from.path.replace(/^\^src\/|\/$/g, '') }] : [],
  );
}

/** The fences of single packages; that of packages unknown has an import of its own in the fixture. */
function fences(): string[] {
  const names = forbidden.map(({ name }) => name);
  return names.filter((name) => name.startsWith('fence-') && name !== 'fence-new-package');
}
