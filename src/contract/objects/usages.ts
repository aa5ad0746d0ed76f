import { z } from 'zod';
import { DateTime, restOfList } from './common.ts';
import { AnyNode } from './node.ts';

/** Where an app uses a node (contract 2.6). */
export const Usage = z.strictObject({
  fromUsed: DateTime.describe(
    'Specific to edu-repo: the value that the app sent, or the first time that the usage was recorded.',
  ),
  toUsed: DateTime.describe(
    'Specific to edu-repo: the value that the app sent, or the last time that the usage was recorded.',
  ),
  usageCounter: z.int().describe('How often the app recorded the usage.'),
  appUser: z
    .string()
    .describe(
      'The user name of the person for whom the app recorded the usage last. Empty for everyone but this person, the app itself and administrators, and if the person was deleted.',
    ),
  appUserMail: z.string().describe('The mail address of this person, under the same rule.'),
  courseId: z.string(),
  distinctPersons: z
    .int()
    .describe('For how many people the app recorded the usage. Specific to edu-repo: counts up to 1,000.'),
  appId: z.string(),
  nodeId: z.string().describe('The ID of the usage, as other servers name it.'),
  parentNodeId: z.string().describe('The ID of the node that is used.'),
  usageVersion: z.string().describe('The version of the node that the app shows, such as `1.2`.'),
  usageXmlParams: z.string().optional().describe('Parameters of the app; missing if it sent none.'),
  resourceId: z.string(),
  guid: z.string().describe('Specific to edu-repo: same as `nodeId`.'),
});

export const Usages = z.strictObject({ usages: z.array(Usage), pagination: restOfList });

/** A collection that contains a node. */
export const CollectionUsage = z.strictObject({
  collection: AnyNode,
  collectionUsageType: z.literal('ACTIVE').describe('Specific to edu-repo: always `ACTIVE`; there are no proposals.'),
});

export const CollectionUsages = z.array(CollectionUsage);

const maxNameLength = 1_000;

/** The names of courses and resources. Some clients send numbers. */
const placeName = z.union([z.string().min(1).max(maxNameLength), z.int()]).transform(String);

/** A usage to record. */
export const UsageInput = z.object({
  appId: z.string().describe('The app that signed the call, or `-home-` for this repository.'),
  courseId: placeName.describe('The course, as the app names it: a text of up to 1,000 characters, or a number.'),
  resourceId: placeName.describe('The place in the course, as the app names it.'),
  nodeId: z.string().describe('The ID of the node or of a reference in a collection.'),
  nodeVersion: z
    .string()
    .nullable()
    .optional()
    .describe('The version that the app shows, such as `1.2`. Null, empty, `0` or `-1`: the current version.'),
  fromUsed: DateTime.nullable().optional().describe('Specific to edu-repo: when the usage begins.'),
  toUsed: DateTime.nullable().optional().describe('Specific to edu-repo: when the usage ends.'),
  usageXmlParams: z
    .string()
    .max(10_000)
    .nullable()
    .optional()
    .describe('Specific to edu-repo: parameters of the app; kept as they are.'),
});
