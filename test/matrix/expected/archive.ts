import type { Table } from '../grid.ts';

// Written from compatibility 9 and the rule of the trash: whoever deleted something, and its owner, find it there, can
// have it back and can remove it for good; administrators everybody's; nobody else is told that it is there (404). It goes
// back to its folder, where one must still be allowed to add something.
//
// The situations, each with a file that was deleted: own: from the home folder of the caller, by themself. shared: the
// owner's, from the shared folder, by an administrator. foreign: somebody else's, by its owner. deed: somebody else's, which
// EVERYONE may delete, by the caller themself. safe: made and deleted by the owner in the safe area of a session; all
// callers are outside. And two that were not: living: the owner's, in the shared folder; missing: an id that nothing ever had.

/** What can be done to something in the trash. */
const theirs = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   404      404    404    200   200   404   404
  foreign    401   401   404      404    404    404   200   404   404
  deed       401   401   200      200    200    200   200   200   200
  safe       401   401   404      404    404    404   404   404   404
  living     401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

export const archiveTable: Table = {
  'GET /archive/v1/search/{repository}/{pattern}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   200-     200-   200-   200   200   200-  200-
  foreign    401   401   200-     200-   200-   200-  200   200-  200-
  deed       401   401   200      200    200    200   200   200   200
  safe       401   401   200-     200-   200-   200-  200-  200-  200-
  living     401   401   200-     200-   200-   200-  200-  200-  200-
  missing    401   401   200-     200-   200-   200-  200-  200-  200-`,

  // Whose: own and deed: the caller's own, by `-me-`; foreign and safe: that of whoever it belongs to, by their name.
  'GET /archive/v1/search/{repository}/{pattern}/{person}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  deed       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  safe       401   401   403      403    403    200-  200-  403   403`,

  'POST /archive/v1/restore/{repository}': theirs,
  'DELETE /archive/v1/purge/{repository}': theirs,
};
