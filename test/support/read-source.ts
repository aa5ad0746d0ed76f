import { readFile } from 'node:fs/promises';
import type { ImportItem } from '../../src/cli/import/item.ts';
import type { ImportSource, SourceInput, SourceKind, SourceOptions } from '../../src/cli/import/source.ts';

const noEntries = async (): Promise<undefined> => undefined;

/** A file that the user named, as the command recognises it. */
export async function fileInput(path: string): Promise<SourceInput> {
  return { text: path, kind: 'file', path, beginning: (await readFile(path)).subarray(0, 65_536), entries: noEntries };
}

/** An address that the user named. */
export const addressInput = (text: string): SourceInput => ({
  text,
  kind: 'address',
  path: '',
  beginning: Buffer.alloc(0),
  entries: noEntries,
});

/** The options of a command without options. Sources of records need nothing else of the context. */
const sourceOptions = (more: Partial<SourceOptions> = {}): SourceOptions => ({
  unpack: undefined,
  signal: new AbortController().signal,
  context: {} as SourceOptions['context'],
  ...more,
});

/** All items of a source, and the source after its end. */
export async function readSource(
  kind: SourceKind,
  input: SourceInput,
  more: Partial<SourceOptions> = {},
): Promise<{ readonly items: ImportItem[]; readonly source: ImportSource }> {
  const source = await kind.open(input, sourceOptions(more));
  try {
    const items: ImportItem[] = [];
    for await (const item of source.items()) items.push(item);
    return { items, source };
  } finally {
    await source.close();
  }
}

/** The values of an item by property, each in its first spelling. */
export const valuesOf = ({ fields }: ImportItem): Record<string, string[]> =>
  Object.fromEntries(fields.map(({ property, values }) => [property, values.map(([first = '']) => first)]));
