import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { Dictionary } from '../objects/dictionary.ts';
import { operation } from '../operation.ts';

export const getDictionary = operation({
  method: 'GET',
  path: '/node/v1/dictionary/{repository}',
  summary: 'List the namespaces, types, aspects and properties that are known',
  description:
    'Choice of edu-repo. All names are in their short form. Other properties and aspects of these namespaces are kept too, and named in the header `X-Edu-Unknown-Properties` of the answer.',
  group: 'node',
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  result: Dictionary,
});
