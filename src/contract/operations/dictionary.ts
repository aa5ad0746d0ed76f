import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { Dictionary } from '../objects/dictionary.ts';
import { operation } from '../operation.ts';

export const getDictionary = operation({
  method: 'GET',
  path: '/node/v1/dictionary/{repository}',
  summary: 'List the known namespaces, types, aspects and properties',
  description:
    'Choice of edu-repo. All names are in short form. A request may also use other properties and aspects of these namespaces. They are stored and listed in the header `X-Edu-Unknown-Properties` of the answer.',
  group: 'node',
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  result: Dictionary,
});
