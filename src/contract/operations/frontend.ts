import { FrontendLanguage, FrontendValues, FrontendVariables } from '../objects/frontend.ts';
import { operation } from '../operation.ts';

const group = 'config';
const access = 'public';

export const getFrontendValues = operation({
  method: 'GET',
  path: '/config/v1/values',
  summary: 'Get the settings for web front ends',
  description:
    'Contains what an administrator has set in `frontend.values`. Specific to edu-repo: `siteTitle` is the title of the repository, and `itemsPerRequest` the page size, unless they are set there.',
  group,
  access,
  result: FrontendValues,
});

export const getFrontendVariables = operation({
  method: 'GET',
  path: '/config/v1/variables',
  summary: 'Get the variables for the texts of web front ends',
  description: 'Contains what an administrator has set in `frontend.variables`.',
  group,
  access,
  result: FrontendVariables,
});

export const getFrontendLanguage = operation({
  method: 'GET',
  path: '/config/v1/language',
  summary: 'Get the texts that replace those of web front ends',
  description:
    'Contains what an administrator has set in `frontend.language` for the language of the header `locale`. Front ends use their own texts for all other keys.',
  group,
  access,
  result: FrontendLanguage,
});
