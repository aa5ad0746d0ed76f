import { z } from 'zod';
import { GroupProfileInput, groupFields } from './groups.ts';

const shortText = z.string().max(1000);

const Catalog = z.strictObject({ name: z.string().nullable(), url: z.string().nullable() });

const MediaCenterDetails = z.strictObject({
  id: z.string().nullable(),
  location: z.string().nullable(),
  districtAbbreviation: z.string().nullable(),
  mainUrl: z.string().nullable(),
  contentStatus: z.enum(['Activated', 'Deactivated']).nullable(),
  catalogs: z.array(Catalog),
});

/** The details of a media centre in a request. Unknown fields are ignored. */
const MediaCenterDetailsInput = z.object({
  id: shortText.nullable().optional(),
  location: shortText.nullable().optional(),
  districtAbbreviation: shortText.nullable().optional(),
  mainUrl: shortText.nullable().optional(),
  contentStatus: z.enum(['Activated', 'Deactivated']).nullable().optional(),
  catalogs: z
    .array(z.object({ name: shortText.nullable().optional(), url: shortText.nullable().optional() }))
    .max(100)
    .nullable()
    .optional(),
});

/** The profile of a media centre in a request. Its group type is always `MEDIA_CENTER`. */
export const MediaCenterProfileInput = GroupProfileInput.pick({
  displayName: true,
  groupEmail: true,
  scopeType: true,
}).extend({ mediacenter: MediaCenterDetailsInput.nullable().optional() });

/** A media centre: a group that lends media to schools, which are its members. */
export const MediaCenter = z.strictObject({
  ...groupFields,
  profile: groupFields.profile.extend({ mediacenter: MediaCenterDetails }),
  administrationAccess: z.boolean().describe('Whether the caller may change it. Only administrators may.'),
});

export const MediaCenters = z.array(MediaCenter);
