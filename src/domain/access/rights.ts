/** A set of rights as bits, so that a check is one operation. */
export type Rights = number;

/** The rights that cannot be divided any further. */
const single = [
  'ReadProperties',
  'ReadChildren',
  'ReadContent',
  'ReadPreview',
  'DownloadContent',
  'Comment',
  'Feedback',
  'RateRead',
  'Rate',
  'Embed',
  'WriteProperties',
  'WriteContent',
  'CheckOut',
  'ReadPermissions',
  'ChangePermissions',
  'DeleteNode',
  'DeleteChildren',
  'CreateChildren',
  'LinkChildren',
  'Relation',
  'CCPublish',
  'CCRemoveFromBasket',
  'TakeOwnership',
  'Lock',
  'Unlock',
] as const;

export type SingleRight = (typeof single)[number];

const bits = new Map<string, Rights>(single.map((name, index) => [name, 1 << index]));

/** The bit of one right. */
export const rightOf = (name: SingleRight): Rights => bits.get(name) ?? 0;

export const rightsOf = (...names: readonly SingleRight[]): Rights =>
  names.reduce((sum, name) => sum | (bits.get(name) ?? 0), 0);

export const noRights: Rights = 0;
export const allRights: Rights = rightsOf(...single);

const read = rightsOf('ReadProperties', 'ReadChildren');
const readAll = read | rightsOf('ReadContent', 'ReadPreview');
const write = rightsOf('WriteProperties', 'WriteContent');
const addChildren = rightsOf('CreateChildren', 'LinkChildren');
const consumer = readAll | rightsOf('DownloadContent', 'Comment', 'Feedback', 'RateRead', 'Rate', 'Embed');
const editor = consumer | write | rightsOf('CheckOut', 'ReadPermissions');
const contributor = consumer | addChildren | rightsOf('ReadPermissions', 'Relation');

/**
 * Every permission that an access control list may name, with what it stands for. All of them give something: `Deny`, which
 * other servers know for switches that are no nodes here, is not among them, as it would not take anything away.
 */
const permissions = new Map<string, Rights>([
  ...bits,
  ['SetOwner', rightsOf('TakeOwnership')],
  ['Read', read],
  ['ReadAll', readAll],
  ['Write', write],
  ['Delete', rightsOf('DeleteNode', 'DeleteChildren')],
  ['AddChildren', addChildren],
  ['ConsumerMetadata', read],
  ['Consumer', consumer],
  ['Editor', editor],
  ['Contributor', contributor],
  ['Collaborator', editor | contributor],
  ['Coordinator', allRights],
  ['Administrator', allRights],
  ['FullControl', allRights],
  ['All', allRights],
  ['ESChildManager', rightsOf('ReadChildren', 'DeleteChildren') | addChildren],
]);

export const isPermission = (name: string): boolean => permissions.has(name);

/** What a permission grants; nothing when no such permission is known. */
export const rightsOfPermission = (name: string): Rights => permissions.get(name) ?? noRights;

export const includes = (have: Rights, want: Rights): boolean => (have & want) === want;

/** The rights that a node's `access` names, in the order in which they are answered. */
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
  accessBits.filter(([, wanted]) => includes(rights, wanted)).map(([name]) => name);

/** Under which name a node's `access` shows a right: its own, or that of the first group of rights that it belongs to. */
export const accessNameOf = (right: SingleRight): string => {
  const own = accessBits.find(([name]) => name === right);
  return (own ?? accessBits.find(([, bits]) => includes(bits, rightOf(right))))?.[0] ?? right;
};

/** The roles that people give each other, the smallest first. */
const roles = ['ConsumerMetadata', 'Consumer', 'Editor', 'Contributor', 'Collaborator', 'Coordinator'] as const;

/** Which roles hold a right, the smallest first. */
export const rolesWith = (right: SingleRight): string[] =>
  roles.filter((role) => includes(rightsOfPermission(role), rightOf(right)));

export const readProperties = rightsOf('ReadProperties');
export const readContent = rightsOf('ReadContent');
export const readRatings = rightsOf('RateRead');
export const readRights = read;
