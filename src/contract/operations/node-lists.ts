import { z } from 'zod';
import { childrenQuery } from '../objects/children-query.ts';
import { paging } from '../objects/common.ts';
import { NodeEntries } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { personPath } from '../objects/people.ts';
import { operation } from '../operation.ts';

const path = '/iam/v1/people/{repository}/{person}/nodeList/{list}';

const listPath = personPath.extend({
  list: z.string().min(1).max(100).describe('The name of the list, which the client chooses.'),
});

const listedPath = listPath.extend({ node: z.string().describe('The ID of a node.') });

export const getNodeList = operation({
  method: 'GET',
  path,
  summary: 'Get a list of nodes that a person keeps',
  description:
    'Without sort parameters, in the order in which the nodes were added. Nodes that were deleted or that the caller may not read are left out; they come back with the node or the right. Specific to edu-repo: a list without nodes need not exist.',
  group: 'iam',
  access: 'self-or-admin',
  params: listPath,
  query: z.object({
    sortProperties: childrenQuery.sortProperties.describe(
      'The properties to sort by, most significant first; repeat the parameter. The default is the order in which the nodes were added.',
    ),
    sortAscending: childrenQuery.sortAscending,
    ...paging({ defaultSize: 500 }),
    ...propertyFilter,
    ...nodeForm,
  }),
  result: NodeEntries,
});

export const addToNodeList = operation({
  method: 'PUT',
  path: `${path}/{node}`,
  summary: 'Add a node to a list of a person',
  description:
    'Requires the right to read the node. A node that is in the list keeps its place. Specific to edu-repo: a list has at most 1,000 nodes, and a person at most 100 lists.',
  group: 'iam',
  access: 'self-or-admin',
  dryRun: true,
  params: listedPath,
  result: 'empty',
});

export const removeFromNodeList = operation({
  method: 'DELETE',
  path: `${path}/{node}`,
  summary: 'Remove a node from a list of a person',
  description: 'The node itself does not change. Specific to edu-repo: returns 404 if the list does not contain it.',
  group: 'iam',
  access: 'self-or-admin',
  dryRun: true,
  params: listedPath,
  result: 'empty',
});
