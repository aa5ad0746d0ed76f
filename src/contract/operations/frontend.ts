import { FrontendLanguage, FrontendValues, FrontendVariables, Texts } from '../objects/frontend.ts';
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

export const getDefaultLanguage = operation({
  method: 'GET',
  path: '/config/v1/language/defaults',
  summary: 'Get the texts that the repository has for web front ends by default',
  description:
    'Front ends bring their own texts, so there are none but those of `frontend.language`: specific to edu-repo, returns the same as `current` of `getFrontendLanguage`.',
  group,
  access,
  result: Texts,
});
