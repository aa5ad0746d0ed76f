import { z } from 'zod';
import { personPath } from '../objects/people.ts';
import { PersonStatus, Preferences, ProfileSettings, ProfileSettingsInput } from '../objects/person-settings.ts';
import { operation } from '../operation.ts';

const group = 'iam';
const path = '/iam/v1/people/{repository}/{person}';

export const getPreferences = operation({
  method: 'GET',
  path: `${path}/preferences`,
  summary: 'Get the preferences that clients stored for a person',
  group,
  access: 'self-or-admin',
  params: personPath,
  result: Preferences,
});

export const setPreferences = operation({
  method: 'PUT',
  path: `${path}/preferences`,
  summary: 'Store the preferences of a person',
  description:
    'The body is any JSON text. It replaces the stored one and is stored byte for byte. Specific to edu-repo: at most 65,536 characters. The repository itself does not use it.',
  group,
  access: 'self-or-admin',
  dryRun: true,
  params: personPath,
  body: { kind: 'text', name: 'the preferences', maxCharacters: 65_536 },
  result: 'empty',
});

export const getProfileSettings = operation({
  method: 'GET',
  path: `${path}/profileSettings`,
  summary: 'Get what others see of the profile of a person',
  group,
  access: 'self-or-admin',
  params: personPath,
  result: ProfileSettings,
});

export const setProfileSettings = operation({
  method: 'PUT',
  path: `${path}/profileSettings`,
  summary: 'Set what others see of the profile of a person',
  description:
    'Specific to edu-repo: the address is shown until the person hides it. Administrators always see it in the profile.',
  group,
  access: 'self-or-admin',
  dryRun: true,
  params: personPath,
  body: { kind: 'json', name: 'settings', schema: ProfileSettingsInput },
  result: 'empty',
});

export const setPersonStatus = operation({
  method: 'PUT',
  path: `${path}/status/{status}`,
  summary: 'Block a person, or let them sign in again',
  description:
    'A blocked person cannot sign in, not even through an app. All sessions, tokens and tickets stop working at once, and work again after `active` unless they have expired. Nodes and memberships stay. Specific to edu-repo: callers cannot block themselves; the account `admin` and the last administrator cannot be blocked. `todelete` of later server versions returns 400.',
  group,
  access: 'admin',
  dryRun: true,
  params: personPath.extend({ status: PersonStatus }),
  query: z.object({ notify: z.boolean().optional().describe('Ignored; no mail is sent.') }),
  result: 'empty',
});
