import { basename } from 'node:path';
import type { ImportItem } from './item.ts';
import type { ImportSource, SourceInput } from './source.ts';

/** A source whose items are all known when it is opened; their contents are read later. */
export const listedSource = (
  parts: Pick<ImportSource, 'understoodAs' | 'name'> & {
    readonly items: readonly ImportItem[];
    readonly close?: () => Promise<void>;
  },
): ImportSource => ({
  understoodAs: parts.understoodAs,
  name: parts.name,
  total: parts.items.length,
  async *items() {
    yield* parts.items;
  },
  close: parts.close ?? (() => Promise.resolve()),
});

/** The name of what the user named, without the folders above it. */
export const inputName = ({ path }: SourceInput): string => basename(path);

/** The same without the extension. */
export const inputStem = (input: SourceInput): string => inputName(input).replace(/(?<=.)\.[^.]{1,8}$/, '');

/** An item with these parts. All others are empty. */
export const itemWith = (parts: Partial<ImportItem> & Pick<ImportItem, 'where'>): ImportItem => ({
  key: undefined,
  folders: [],
  kind: 'file',
  name: undefined,
  fields: [],
  content: undefined,
  problems: [],
  ...parts,
});
