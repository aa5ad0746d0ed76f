import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isWithin } from '../../../base/is-within.ts';
import { isWellEncoded } from '../../../base/percent-encoding.ts';
import { namesOnPath } from '../../metadata/metadata-table.ts';
import { Failure } from '../../program/failure.ts';
import { getContent, parseAddress } from '../address/get.ts';
import type { ItemContent, ItemProblem } from '../item.ts';
import type { SourceOptions } from '../source.ts';

/** The content that a cell names, or why there is none. */
export type NamedContent = { readonly content: ItemContent; readonly name: string } | { readonly problem: ItemProblem };

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const noFile = (column: string, why: string, folder: string): NamedContent => ({
  problem: {
    severity: 'error',
    column,
    why,
    next: `The paths start in the folder ${resolve(folder)}; for another one: --files DIRECTORY`,
  },
});

/** The file that a path in a list names, below the folder that the paths start at; also in another Unicode normalization form. */
export async function fileNamed(text: string, column: string, folder: string): Promise<NamedContent> {
  const written = namesOnPath(text).join('/');
  for (const form of [written, written.normalize('NFC'), written.normalize('NFD')]) {
    const path = join(folder, form);
    if (!isWithin(resolve(folder), resolve(path)))
      return noFile(column, `The path ${text} leads out of the folder.`, folder);
    if (await isFile(path)) return { content: { kind: 'file', path }, name: basename(written) };
  }
  return noFile(column, `There is no file ${text}.`, folder);
}

/** The content of an address, which is downloaded when the item is uploaded. */
export function contentOfAddress(text: string, column: string, options: SourceOptions): NamedContent {
  let url: URL;
  try {
    url = parseAddress(text);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: { severity: 'error', column, why: `${error.message} ${error.why}` } };
  }
  const last = url.pathname.split('/').at(-1) ?? '';
  const name = (isWellEncoded(last) ? decodeURIComponent(last) : last) || url.hostname;
  const open = async () => (await getContent(url, options)).bytes;
  return { content: { kind: 'stream', fileName: name, size: undefined, open }, name };
}
