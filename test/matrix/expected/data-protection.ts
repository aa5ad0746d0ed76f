import type { Table } from '../grid.ts';

// Written from the Rights column of contract 4.2 and compatibility 11 (another person's: administrators, else 403). own, me,
// foreign, missing: as in the table of people.

const ownOrAdmin = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  me         401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`;

export const dataProtectionTable: Table = {
  'POST,PUT /iam/v1/people/{repository}/{person}/dataprotection': ownOrAdmin,
  // All callers have a safe area. An export that contains it needs the second sign-in.
  'GET /iam/v1/people/{repository}/{person}/dataprotection': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   403   403   403
  me         401   401   403      403    403    403   403   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,

  // The queue of all people is an endpoint of administration.
  'GET /admin/v1/dataprotection': `
  #        nobody guest stranger reader writer owner admin other removed
  foreign    401   401   403      403    403    403   200   403   403`,
  'DELETE /admin/v1/dataprotection/{person}': `
  #        nobody guest stranger reader writer owner admin other removed
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,
  'POST /admin/v1/dataprotection/run': `
  #        nobody guest stranger reader writer owner admin other removed
  foreign    401   401   403      403    403    403   200   403   403`,
};
