import { z } from 'zod';

/** The settings that a client stores for a person. */
export const Preferences = z.strictObject({
  preferences: z
    .string()
    .nullable()
    .describe('The JSON text as it was sent. Specific to edu-repo: null if nothing was stored yet.'),
});

export const ProfileSettings = z.strictObject({
  showEmail: z.boolean().describe('Whether other people see the e-mail address with the nodes of the person.'),
});

/** Settings in a request. Unknown fields are ignored, because clients of later server versions send more. */
export const ProfileSettingsInput = z.object({ showEmail: z.boolean() });

/** Whether a person may sign in. */
export const PersonStatus = z.enum(['active', 'blocked']);
