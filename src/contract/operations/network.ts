import { z } from 'zod';
import {
  ConnectedRepository,
  ConnectedRepositoryEntries,
  RepoEntries,
  RepositoryTest,
  RepositoryToConnect,
} from '../objects/network.ts';
import { operation } from '../operation.ts';

export const listRepositories = operation({
  method: 'GET',
  path: '/network/v1/repositories',
  summary: 'List this repository and the connected ones',
  description:
    'This repository comes first. Calls with the ID of another one as `{repository}` are passed on to it, for the person who makes the call.',
  group: 'network',
  access: 'guest',
  result: RepoEntries,
});

export const getRepositoryMetadata = operation({
  method: 'GET',
  path: '/metadata',
  root: 'context',
  summary: 'Get the properties of this repository for apps and other repositories',
  description:
    'Java properties in XML: the ID, the address and the public key. Learning platforms read them when they are set up, and other repositories when they are connected.',
  group: 'network',
  access: 'public',
  query: z.object({
    format: z.literal('lms').describe('The only format.'),
    external: z
      .boolean()
      .default(true)
      .describe('Ignored; clients send it. The address is always the one by which clients reach the repository.'),
  }),
  result: 'file',
});

const group = 'admin';

const path = z.object({ connection: z.string().describe('The ID of a connected repository.') });

export const listConnectedRepositories = operation({
  method: 'GET',
  path: '/admin/v1/repositories',
  summary: 'List the connected repositories with their addresses and keys',
  description: 'Specific to edu-repo.',
  group,
  access: 'admin',
  result: ConnectedRepositoryEntries,
});

export const addConnectedRepository = operation({
  method: 'POST',
  path: '/admin/v1/repositories',
  summary: 'Connect another repository',
  description:
    'Specific to edu-repo. Reads the properties of the other repository at its address, stores its public key, and accepts its signatures from now on. The other repository must connect this one too before it accepts calls. Returns 502 if there is no repository at the address, and 503 if it cannot be reached.',
  group,
  access: 'admin',
  dryRun: true,
  body: { kind: 'json', name: 'connection', schema: RepositoryToConnect },
  result: ConnectedRepository,
  errors: [409, 502],
});

export const removeConnectedRepository = operation({
  method: 'DELETE',
  path: '/admin/v1/repositories/{connection}',
  summary: 'Disconnect a repository and end the sign-ins of its people',
  description: 'Specific to edu-repo. The accounts of its people and what they own stay.',
  group,
  access: 'admin',
  dryRun: true,
  params: path,
  result: 'empty',
});

export const testConnectedRepository = operation({
  method: 'GET',
  path: '/admin/v1/repositories/{connection}/test',
  summary: 'Test the connection to a repository',
  description: 'Specific to edu-repo. Returns 200 even if the connection does not work; see `problem`.',
  group,
  access: 'admin',
  params: path,
  result: RepositoryTest,
});
