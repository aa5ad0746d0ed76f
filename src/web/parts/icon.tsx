import type { Visit } from '../visit/visit.ts';

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The icons of the sprite. */
export type IconName =
  | Words<'archive audio back close collection comment down download file folder folder-plus grid home image language link'>
  | Words<'list next pdf people person restore search share star table text trash up video'>;

/** An icon of the sprite. It is decoration: a text beside it, or the name of the control, says the same. */
export const Icon = ({ visit, name }: { readonly visit: Visit; readonly name: IconName }) => (
  <svg class="icon" aria-hidden="true" focusable="false">
    <use href={`${visit.base}${visit.assets.path('icons.svg')}#${name}`} />
  </svg>
);

const byType: readonly (readonly [RegExp, IconName])[] = [
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/pdf/, 'pdf'],
  [/spreadsheet|excel|csv/, 'table'],
  [/zip|tar|compressed/, 'archive'],
  [/^text\/|word|document|presentation/, 'text'],
];

/** The icon of a node. */
export function iconOf(node: {
  readonly isDirectory: boolean;
  readonly mimetype: string | null;
  readonly collection: unknown;
  readonly properties: Readonly<Record<string, readonly string[]>>;
}): IconName {
  if (node.collection !== null) return 'collection';
  if (node.isDirectory) return 'folder';
  if (node.mimetype === null && node.properties['ccm:wwwurl'] !== undefined) return 'link';
  return byType.find(([type]) => type.test(node.mimetype ?? ''))?.[1] ?? 'file';
}
