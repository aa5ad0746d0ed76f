/** All rights. Every other permission is a set of these. */
export const singleRights = [
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

const setsOfRights = [
  'SetOwner',
  'Read',
  'ReadAll',
  'Write',
  'Delete',
  'AddChildren',
  'ConsumerMetadata',
  'Consumer',
  'Editor',
  'Contributor',
  'Collaborator',
  'Coordinator',
  'Administrator',
  'FullControl',
  'All',
  'ESChildManager',
] as const;

/** A permission that grants several rights, or one by another name. */
export type SetOfRights = (typeof setsOfRights)[number];

const names: ReadonlySet<string> = new Set([...singleRights, ...setsOfRights]);

/**
 * Whether an ACL may grant this permission. `Deny` is missing: other servers use it for tool permissions, which are not nodes
 * here, and it would revoke nothing.
 */
export const isPermission = (name: string): boolean => names.has(name);
