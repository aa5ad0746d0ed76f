import { readFileSync } from 'node:fs';
import { createOpenApi } from '../../src/api/document/openapi.ts';
import { Configuration, publishedLimitsOf } from '../../src/daemon/configuration/configuration.ts';

/** A page of the documentation that is made from the program itself. */
export interface GeneratedDocument {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: () => string;
}

type Json = Readonly<Record<string, unknown>>;

const sorted = (object: Json): Json => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The order in which a module lists its exports is not the same in every tool that loads it. */
const withSortedPaths = (document: Json): Json => {
  const paths = Object.entries(sorted(document['paths'] as Json));
  return { ...document, paths: Object.fromEntries(paths.map(([path, item]) => [path, sorted(item as Json)])) };
};

function openApi(): string {
  const configuration = Configuration.parse({});
  const { contextPath } = configuration.server;
  const publishedLimits = publishedLimitsOf(configuration);
  const document = withSortedPaths(createOpenApi({ contextPath, publishedLimits }));
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Every generated page: `npm run docs` writes them, and a test fails when one of them is stale. */
export const generatedDocuments: readonly GeneratedDocument[] = [{ file: 'docs/openapi.json', text: openApi }];

/** The page of all commands. It is not among the others, because it loads every command. */
export async function commandReference(): Promise<GeneratedDocument> {
  const [{ readManual }, { markdownOf }] = await Promise.all([
    import('./manual/manual.ts'),
    import('./manual/markdown.ts'),
  ]);
  const text = markdownOf(await readManual());
  return { file: 'docs/cli.md', text: () => text };
}

const root = new URL('../../', import.meta.url);

/** Where a page lies. */
export const locationOf = ({ file }: GeneratedDocument): URL => new URL(file, root);

export const textOnDisk = (document: GeneratedDocument): string => readFileSync(locationOf(document), 'utf8');
