import type { Table } from '../grid.ts';

// Written from compatibility 12 «bulk … Admin only». present: an item that an administrator has imported. missing: one that
// nobody has.

export const bulkTable: Table = {
  'POST /bulk/v1/find': `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,
  'PUT /bulk/v1/sync/{group}': `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   200   403   403`,
};
