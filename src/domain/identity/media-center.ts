import type { GroupRecord, MediaCenterDetails } from './person-records.ts';

/** The group type of media centres. */
export const mediaCenterType = 'MEDIA_CENTER';

const mediaCenterPrefix = 'GROUP_MEDIA_CENTER_';

/** The stored name of a media centre. Callers may omit `GROUP_MEDIA_CENTER_`, or only `GROUP_`. */
export const mediaCenterNameOf = (name: string): string =>
  `${mediaCenterPrefix}${name.replace(/^(?:GROUP_)?MEDIA_CENTER_/, '')}`;

/** Whether a group is a media centre, by its name. */
export const isMediaCenter = ({ name }: Pick<GroupRecord, 'name'>): boolean => name.startsWith(mediaCenterPrefix);

/** The details of a media centre for which none were set. */
export const noDetails: MediaCenterDetails = {
  id: null,
  location: null,
  districtAbbreviation: null,
  mainUrl: null,
  contentStatus: null,
  catalogs: [],
};
