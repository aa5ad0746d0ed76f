import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { Dictionary } from '../objects/dictionary.ts';
import { operation } from '../operation.ts';

export const getDictionary = operation({
  method: 'GET',
  path: '/node/v1/dictionary/{repository}',
  summary: 'List the known namespaces, types, aspects and properties',
  description:
    'Specific to edu-repo. All names are in short form. Requests may also use other properties and aspects of these namespaces. The repository stores them and lists them in the response header `X-Edu-Unknown-Properties`.',
  group: 'node',
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  result: Dictionary,
});
