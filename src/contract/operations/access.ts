import { z } from 'zod';
import { AccessAudit, AccessCheck, NameMeanings, SharedWithPerson } from '../objects/access.ts';
import { nodePath } from '../objects/common.ts';
import { operation } from '../operation.ts';

const nodeParams = nodePath.pick({ node: true });

const names = z.array(z.string().min(1).max(300)).max(100).default([]);

const paging = {
  after: z.string().max(400).optional().describe('`next` of the page before.'),
  maxItems: z.int32().min(1).max(1_000).default(500).describe('The maximum number of entries; a page may have fewer.'),
};

export const checkAccess = operation({
  method: 'GET',
  path: '/edu-repo/v1/nodes/{node}/access/{user}',
  summary: 'Explain the rights of a person on a node',
  description:
    'Specific to edu-repo. For each right: whether the person has it, and from which places, groups or roles. Callers may ask for themselves on a node that they may read; for others they need `ReadPermissions`. Folders and groups that the caller may not see are not named.',
  group: 'node',
  access: 'user',
  params: nodeParams.extend({
    user: z.string().max(300).describe('A user name, `-me-`, or `-guest-` for people who are not signed in.'),
  }),
  query: z.object({
    right: z
      .array(z.string().min(1).max(64))
      .max(50)
      .default([])
      .describe(
        'A name of `access` or a role, such as `Write` or `Collaborator`. Repeat the parameter for several. None: all names of `access`.',
      ),
  }),
  result: AccessCheck,
});

export const auditAccess = operation({
  method: 'GET',
  path: '/edu-repo/v1/nodes/{node}/access',
  summary: 'List everyone with access to a node and to what is below it',
  description:
    'Specific to edu-repo. Each entry is a place where access differs from that to its folder: the node itself, the folders above whose permissions it inherits, and below it each node with permissions of its own, with another owner, or with an app that uses it. What is not listed has the access of the folder that it is in. Administrators, who may do everything, are not listed. Nodes below on which the caller has no `ReadPermissions` are left out. The caller needs `ReadPermissions` on the node.',
  group: 'node',
  access: 'user',
  params: nodeParams,
  query: z.object(paging),
  result: AccessAudit,
});

export const listSharedWithPerson = operation({
  method: 'GET',
  path: '/edu-repo/v1/people/{person}/shared',
  summary: 'List what is shared with a person',
  description:
    'Specific to edu-repo. The nodes of others whose own permissions name the person or a group of the person, and that the person may read. What is in a listed folder is not listed.',
  group: 'iam',
  access: 'self-or-admin',
  params: z.object({
    person: z.string().max(300).describe('A user name, `-me-`, or `-guest-` for people who are not signed in.'),
  }),
  query: z.object({
    ...paging,
    everyone: z
      .boolean()
      .default(false)
      .describe('Whether to list what is shared with everyone, too. For `-guest-` it is always listed.'),
  }),
  result: SharedWithPerson,
});

export const findAuthorities = operation({
  method: 'GET',
  path: '/edu-repo/v1/nodes/{node}/authorities',
  summary: 'Find the people and groups that names mean',
  description:
    'Specific to edu-repo. For sharing a node with the people and groups whose names a person types, with or without `GROUP_`. The caller needs `ChangePermissions` on the node.',
  group: 'node',
  access: 'user',
  longQuery: true,
  params: nodeParams,
  query: z.object({ name: names.describe('Repeat the parameter for several.') }),
  result: NameMeanings,
});
