import type { Table } from '../grid.ts';

// Written from compatibility 4 and 12: media centres are groups, so administrators manage them; whoever is signed in may
// know which there are. The nodes of one are those that the caller may read: 200- where there is none of them.

const signedIn = `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   200      200    200    200   200   200   200
  missing    401   401   404      404    404    404   404   404   404`;

const adminOnly = `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`;

const path = '/mediacenter/v1/mediacenter/{repository}/{mediacenter}';

export const mediaCenterTable: Table = {
  'GET /mediacenter/v1/mediacenter/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   200      200    200    200   200   200   200`,
  [`GET ${path}`]: signedIn,
  [`POST ${path}`]: `
  #        nobody guest stranger reader writer owner admin other removed
  new        401   401   403      403    403    403   200   403   403`,
  [`PUT ${path}`]: adminOnly,
  [`DELETE ${path}`]: adminOnly,
  [`GET ${path}/manages`]: adminOnly,
  [`PUT ${path}/manages/{group}`]: adminOnly,
  [`DELETE ${path}/manages/{group}`]: adminOnly,
  // The owner and administrators: the node is the owner's, and shared with the media centre, of which nobody is a member.
  [`GET ${path}/nodes`]: `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   200-     200-   200-   200   200   200-  200-
  missing    401   401   404      404    404    404   404   404   404`,
};
