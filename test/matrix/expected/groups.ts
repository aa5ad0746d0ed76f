import type { Table } from '../grid.ts';

// Written from the Rights column of contract 4.2 and 4.6, and from «4.6 PUT and DELETE admin, the list one's own
// organizations, all for admin». own: the caller is a member (removed was one until the call before the last); through:
// a group that the own group is a member of; foreign: the caller is no member; missing: no such group. Whoever may not
// see foreign groups is not told which there are: foreign and missing are both 403.

/** Administrators only, whichever group it is. */
const adminOnly = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`;

export const groupTable: Table = {
  // «admin for foreign profiles»
  'GET /iam/v1/groups/{repository}/{group}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   403
  through    401   401   200      200    200    200   200   200   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,

  'GET /iam/v1/groups/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403`,

  'GET /iam/v1/groups/{repository}/{group}/members': adminOnly,
  'PUT /iam/v1/groups/{repository}/{group}/profile': adminOnly,
  'DELETE /iam/v1/groups/{repository}/{group}': adminOnly,

  // The new member is the caller: the shortest way to other people's material.
  'PUT /iam/v1/groups/{repository}/{group}/members/{member}': `
  #        nobody guest stranger reader writer owner admin other removed
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,
  'DELETE /iam/v1/groups/{repository}/{group}/members/{member}': adminOnly,

  'POST /iam/v1/groups/{repository}/{group}': `
  #        nobody guest stranger reader writer owner admin other removed
  new        401   401   403      403    403    403   200   403   403`,

  // own and foreign: a group is bound to a shared folder; new: a group and its folder are made.
  'PUT /organization/v1/organizations/{repository}/{organization}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  new        401   401   403      403    403    403   200   403   403`,
  'DELETE /organization/v1/organizations/{repository}/{organization}': adminOnly,

  // An organization of others is not told from none.
  'GET /organization/v1/organizations/{repository}/{organization}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   404
  foreign    401   401   404      404    404    404   200   404   404
  missing    401   401   404      404    404    404   404   404   404`,
  'DELETE /organization/v1/organizations/{repository}/{organization}/member/{member}': adminOnly,

  // 200-: answered, without a trace of this one. A guest has no organizations: 401.
  'GET /organization/v1/organizations/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200-
  foreign    401   401   200-     200-   200-   200-  200   200-  200-`,
};
