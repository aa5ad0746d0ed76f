import { type SetOfRights, singleRights } from '../../base/permission-names.ts';

/** A set of rights as bits, so that a check takes one operation. */
export type Rights = number;

export type SingleRight = (typeof singleRights)[number];

const bits = new Map<string, Rights>(singleRights.map((name, index) => [name, 1 << index]));

/** The bit of one right. */
export const rightOf = (name: SingleRight): Rights => bits.get(name) ?? 0;

export const rightsOf = (...names: readonly SingleRight[]): Rights =>
  names.reduce((sum, name) => sum | (bits.get(name) ?? 0), 0);

export const noRights: Rights = 0;
export const allRights: Rights = rightsOf(...singleRights);

const read = rightsOf('ReadProperties', 'ReadChildren');
const readAll = read | rightsOf('ReadContent', 'ReadPreview');
const write = rightsOf('WriteProperties', 'WriteContent');
const addChildren = rightsOf('CreateChildren', 'LinkChildren');
const consumer = readAll | rightsOf('DownloadContent', 'Comment', 'Feedback', 'RateRead', 'Rate', 'Embed');
const editor = consumer | write | rightsOf('CheckOut', 'ReadPermissions');
const contributor = consumer | addChildren | rightsOf('ReadPermissions', 'Relation');

const sets: Readonly<Record<SetOfRights, Rights>> = {
  SetOwner: rightsOf('TakeOwnership'),
  Read: read,
  ReadAll: readAll,
  Write: write,
  Delete: rightsOf('DeleteNode', 'DeleteChildren'),
  AddChildren: addChildren,
  ConsumerMetadata: read,
  Consumer: consumer,
  Editor: editor,
  Contributor: contributor,
  Collaborator: editor | contributor,
  Coordinator: allRights,
  Administrator: allRights,
  FullControl: allRights,
  All: allRights,
  ESChildManager: rightsOf('ReadChildren', 'DeleteChildren') | addChildren,
};

/** The rights of every permission that an ACL may grant. */
const permissions = new Map<string, Rights>([...bits, ...Object.entries(sets)]);

/** The rights that a permission grants; none if the permission is unknown. */
export const rightsOfPermission = (name: string): Rights => permissions.get(name) ?? noRights;

const rightCount = (permission: string): number =>
  [...rightsOfPermission(permission).toString(2)].filter(Number).length;

/** The permission that grants the most rights; the first of several. The list must not be empty. */
export const strongestPermission = (names: readonly string[]): string =>
  names.reduce((best, name) => (rightCount(name) > rightCount(best) ? name : best));

/** Whether `rights` has all of `required`. */
export const includes = (rights: Rights, required: Rights): boolean => (rights & required) === required;

/** The names that a node's `access` may contain, in the order of the response. */
export const accessNames = [
  'Read',
  'ReadPreview',
  'ReadAll',
  'Comment',
  'Embed',
  'Feedback',
  'RateRead',
  'DownloadContent',
  'AddChildren',
  'ReadPermissions',
  'ChangePermissions',
  'ReadChildren',
  'DeleteChildren',
  'Write',
  'Delete',
  'CCPublish',
] as const;

export type AccessName = (typeof accessNames)[number];

const accessBits = accessNames.map((name) => [name, rightsOfPermission(name)] as const);

export const accessOf = (rights: Rights): AccessName[] =>
  accessBits.filter(([, required]) => includes(rights, required)).map(([name]) => name);

/**
 * The name of a right in the `access` of a node: its own name, or the first of `accessNames` whose rights include it.
 */
export const accessNameOf = (right: SingleRight): string => {
  const own = accessBits.find(([name]) => name === right);
  return (own ?? accessBits.find(([, bits]) => includes(bits, rightOf(right))))?.[0] ?? right;
};

/** The roles that people grant, from the fewest rights to the most. */
const roles = ['ConsumerMetadata', 'Consumer', 'Editor', 'Contributor', 'Collaborator', 'Coordinator'] as const;

/** The roles that include a right, from the fewest rights to the most. */
export const rolesWith = (right: SingleRight): string[] =>
  roles.filter((role) => includes(rightsOfPermission(role), rightOf(right)));

/** What a usage lets an app do with its node. */
export const rightsByUsage = readAll | rightsOf('DownloadContent');

export const readProperties = rightsOf('ReadProperties');
export const readContent = rightsOf('ReadContent');
export const readRatings = rightsOf('RateRead');
export const readRights = read;
