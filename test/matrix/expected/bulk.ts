import type { Table } from '../grid.ts';

// Written from compatibility 12 «bulk … Admin only». present: an item that an administrator has imported. missing: one that
// nobody has.

/** Whoever sent a file, and nobody else, not even an administrator. */
const ownOnly = `
  #        nobody guest stranger reader writer owner admin other removed
  mine       401   401   200      200    200    200   200   200   200
  another    401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

export const bulkTable: Table = {
  // Who may create in the folder; the situations are those of nodes.
  'POST /edu-repo/v1/imports': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    200    200   200   403   403
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`,
  'GET /edu-repo/v1/imports/{import}': ownOnly,
  'POST /edu-repo/v1/imports/{import}/run': ownOnly,
  'GET /edu-repo/v1/imports/{import}/report': ownOnly,

  'POST /bulk/v1/find': `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,
  'PUT /bulk/v1/sync/{group}': `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   200   403   403`,
};
