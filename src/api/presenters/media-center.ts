import type { z } from 'zod';
import type { MediaCenter } from '../../contract/objects/media-centers.ts';
import { noDetails } from '../../domain/identity/media-center.ts';
import type { GroupRecord } from '../../domain/identity/person-records.ts';
import { presentGroup } from './group.ts';

export function presentMediaCenter(group: GroupRecord, mayChange: boolean): z.output<typeof MediaCenter> {
  const { profile, ...fields } = presentGroup(group);
  const details = group.mediaCenter ?? noDetails;
  const mediacenter = { ...details, catalogs: details.catalogs.map((catalog) => ({ ...catalog })) };
  return { ...fields, profile: { ...profile, mediacenter }, administrationAccess: mayChange };
}
