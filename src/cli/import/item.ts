import { basename } from 'node:path';
import type { AccessListInput } from '../permission/access-list.ts';
import type { StreamedPart } from '../upload/row-content.ts';

/** A property of an item, as its source writes it. The pipeline finds the keys of value lists. */
export interface ItemField {
  /** The short name of a property, such as `cclom:title`. */
  readonly property: string;
  /** What the source calls the property, for messages: the header of a column, or the name of an element. */
  readonly label: string;
  /**
   * The values. Each is a list of spellings, the most exact first, such as an address and its captions: the first that the value list
   * of the property has is stored, and without a list, the first.
   */
  readonly values: readonly (readonly string[])[];
}

/** The bytes of an item. `open` may be called again, after an interrupted upload. */
export type ItemContent =
  | { readonly kind: 'file'; readonly path: string }
  | ({ readonly kind: 'stream' } & StreamedPart);

/** What is wrong with an item. An item with an error is not stored; a warning is only reported. */
export interface ItemProblem {
  readonly severity: 'error' | 'warning';
  /** Where in the item it is, such as the header of a column or the path of an element; undefined for the whole item. */
  readonly column?: string | undefined;
  readonly why: string;
  /** What the user can do; undefined if `why` says it. */
  readonly next?: string | undefined;
}

/** One thing to import. */
export interface ImportItem {
  /** Where it stands in the source, as the report names it: `row 12`, `record oai:example:1`, `Kapitel 1/a.pdf`. */
  readonly where: string;
  /** Identifies the item within its source in each run; undefined if it is known by its folder and name only. */
  readonly key: string | undefined;
  /** The names of the folders below the target that it goes to, from outside to inside. */
  readonly folders: readonly string[];
  readonly kind: 'file' | 'folder';
  /** The name of the node. The pipeline cleans what no node can be called, and derives a missing name from the title. */
  readonly name: string | undefined;
  readonly fields: readonly ItemField[];
  /** Undefined for folders, links (`ccm:wwwurl` is among the fields) and items without content. */
  readonly content: ItemContent | undefined;
  /** A picture for the preview. */
  readonly preview?: Extract<ItemContent, { kind: 'stream' }> | undefined;
  /** Files that belong to the item and are listed with it, such as the original record. */
  readonly children?: readonly { readonly name: string; readonly content: ItemContent }[];
  /** The contents that it had before, oldest first, with the comments of their versions. */
  readonly earlier?: readonly { readonly comment: string; readonly content: ItemContent }[];
  /** Reads who else may do what with it; undefined if the source does not say, or is not asked. */
  readonly access?: () => Promise<AccessListInput>;
  readonly problems: readonly ItemProblem[];
  /** Whether the source says that the item no longer exists: its node goes to the trash. */
  readonly deleted?: boolean;
}

/** What people recognise an item by. A text is empty if the item does not have it. */
export interface ItemSummary {
  readonly title: string;
  readonly link: string;
  /** The name of its file. */
  readonly file: string;
  /** What kind of material it is. */
  readonly type: string;
  readonly licence: string;
}

const summarised = {
  title: ['cclom:title', 'cm:title'],
  link: ['ccm:wwwurl'],
  type: ['ccm:oeh_lrt', 'ccm:educationallearningresourcetype'],
  licence: ['ccm:commonlicense_key'],
} as const;

function fileOf(content: ItemContent | undefined): string {
  if (content === undefined) return '';
  return content.kind === 'file' ? basename(content.path) : content.fileName;
}

/** The values as the source writes them: of several spellings, the last, which is the caption. */
export function summaryOf({ fields, content, name = '' }: ImportItem): ItemSummary {
  const textOf = (properties: readonly string[]): string => {
    const values = fields.find(({ property }) => properties.includes(property))?.values ?? [];
    return values.map((spellings) => spellings.at(-1) ?? '').join(', ');
  };
  const { title, link, type, licence } = summarised;
  return {
    title: textOf(title) || name,
    link: textOf(link),
    file: fileOf(content),
    type: textOf(type),
    licence: textOf(licence),
  };
}
