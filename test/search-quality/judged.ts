import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

/** A file of the collection: its path below the top folder, and its bytes. */
export interface JudgedFile {
  readonly path: string;
  read(): Promise<Buffer>;
}

/** A question with the paths of all files that are right for it. */
export interface JudgedQuestion {
  readonly ask: string;
  readonly kind: string;
  readonly right: readonly string[];
  /** Whether the ranking must not be tuned on it: every second one of a kind. */
  readonly heldOut: boolean;
}

/** Files and questions that belong together: both are asked in a repository of their own. */
export interface Collection {
  readonly name: string;
  /** The corpus, and the files written for the questions. */
  readonly files: readonly JudgedFile[];
  readonly questions: readonly JudgedQuestion[];
}

const Material = z.array(z.tuple([z.string(), z.string()]));
const Kinds = z.array(
  z.strictObject({ kind: z.string(), questions: z.array(z.tuple([z.string(), z.array(z.string()).min(1)])) }),
);
const Earlier = z.array(z.object({ ask: z.string(), expect: z.array(z.string()) }));

const read = async (name: string): Promise<unknown> =>
  parse(await readFile(new URL(`./${name}`, import.meta.url), 'utf8'));

/** All collections, each with the corpus in this folder. Throws if a right file does not exist. */
export async function judgedCollections(corpus: string): Promise<readonly Collection[]> {
  const earlier = Earlier.parse(await read('questions.yaml')).map(({ ask, expect }) => [ask, expect] as const);
  const parts = [
    { name: 'first', questions: 'judged.yaml', material: 'material.yaml', also: earlier },
    { name: 'second', questions: 'judged-2.yaml', material: 'material-2.yaml', also: [] },
  ];
  return Promise.all(
    parts.map(async ({ name, questions, material, also }) => {
      const files = [...(await corpusFiles(corpus)), ...writtenFiles(await read(material))];
      const kinds = [...Kinds.parse(await read(questions)), { kind: 'first twenty', questions: also }];
      return { name, files, questions: kinds.flatMap(judged(files.map(({ path }) => path))) };
    }),
  );
}

async function corpusFiles(corpus: string): Promise<readonly JudgedFile[]> {
  const entries = await readdir(corpus, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((path) => !path.includes('/.'))
    .sort()
    .map((path) => ({ path: path.slice(corpus.length + 1), read: () => readFile(path) }));
}

const writtenFiles = (material: unknown): readonly JudgedFile[] =>
  Material.parse(material).map(([path, text]) => ({ path, read: () => Promise.resolve(Buffer.from(text)) }));

type Asked = readonly (readonly [ask: string, ends: readonly string[]])[];

const judged =
  (paths: readonly string[]) =>
  ({ kind, questions }: { readonly kind: string; readonly questions: Asked }): readonly JudgedQuestion[] =>
    questions.map(([ask, ends], at) => ({ ask, kind, right: ends.flatMap(endingWith(paths)), heldOut: at % 2 === 1 }));

const endingWith =
  (paths: readonly string[]) =>
  (end: string): readonly string[] => {
    const found = paths.filter((path) => path === end || path.endsWith(`/${end}`));
    if (found.length === 0) throw new Error(`No file ends with ${end}.`);
    return found;
  };
