import type { GroupRecord, MediaCenterDetails } from './person-records.ts';

/** The group type of media centres. */
export const mediaCenterType = 'MEDIA_CENTER';

/** The group type of the second group that each media centre has. */
export const proxyType = 'MEDIA_CENTER_PROXY';

const mediaCenterPrefix = 'GROUP_MEDIA_CENTER_';
const proxyPrefix = `${mediaCenterPrefix}PROXY_`;

/** The stored name of a media centre. Callers may omit `GROUP_MEDIA_CENTER_`, or only `GROUP_`. */
export const mediaCenterNameOf = (name: string): string =>
  `${mediaCenterPrefix}${name.replace(/^(?:GROUP_)?MEDIA_CENTER_/, '')}`;

/** Whether a group is a media centre or the proxy group of one, by its name. */
export const belongsToMediaCenter = ({ name }: Pick<GroupRecord, 'name'>): boolean =>
  name.startsWith(mediaCenterPrefix);

/** Whether a group is a media centre, by its name. Its proxy group is none. */
export const isMediaCenter = ({ name }: Pick<GroupRecord, 'name'>): boolean =>
  name.startsWith(mediaCenterPrefix) && !name.startsWith(proxyPrefix);

/** The name of the second group of a media centre, to which importers grant rights. Takes the stored name. */
export const proxyNameOf = (mediaCenter: string): string =>
  `${proxyPrefix}${mediaCenter.slice(mediaCenterPrefix.length)}`;

/** The details of a media centre for which none were set. */
export const noDetails: MediaCenterDetails = {
  id: null,
  location: null,
  districtAbbreviation: null,
  mainUrl: null,
  contentStatus: null,
  catalogs: [],
};
