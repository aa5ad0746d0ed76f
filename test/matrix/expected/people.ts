import type { Table } from '../grid.ts';

// Written from the Rights column of contract 4.2, «the guest: never people search», and compatibility 4. own: by the
// caller's name; me: by `-me-`; foreign: somebody else's profile; missing: a name that nobody has. Whoever may not see
// foreign profiles is not told who there is: foreign and missing are both 403.

/** Own profile: everybody signed in; foreign ones: administrators. */
const ownOrAdmin = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  me         401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`;

export const peopleTable: Table = {
  // «Person also: memberships, preferences, nodeList, profileSettings, status» (compatibility 4): like the profile.
  'GET /iam/v1/people/{repository}/{person}/preferences': ownOrAdmin,
  'PUT /iam/v1/people/{repository}/{person}/preferences': ownOrAdmin,
  'GET /iam/v1/people/{repository}/{person}/profileSettings': ownOrAdmin,
  'PUT /iam/v1/people/{repository}/{person}/profileSettings': ownOrAdmin,
  'GET /iam/v1/people/{repository}/{person}/nodeList/{list}': ownOrAdmin,
  'PUT /iam/v1/people/{repository}/{person}/nodeList/{list}/{node}': ownOrAdmin,
  'DELETE /iam/v1/people/{repository}/{person}/nodeList/{list}/{node}': ownOrAdmin,

  // Administrators only; they cannot block themselves: 400.
  'PUT /iam/v1/people/{repository}/{person}/status/{status}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   400   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,

  // Groups and people in one search: for administrators, as both searches are.
  'GET /iam/v1/authorities/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  foreign    401   401   403      403    403    403   200   403   403`,

  // Also the guest, as `-me-` only (compatibility 17): a person may have the guest's name. Callers without a name send `-me-`
  // as their own.
  'GET /iam/v1/people/{repository}/{person}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   200   200      200    200    200   200   200   200
  me         401   200   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,
  'PUT /iam/v1/people/{repository}/{person}/profile': ownOrAdmin,
  'GET /iam/v1/people/{repository}/{person}/memberships': ownOrAdmin,
  'GET /edu-repo/v1/people/{person}/shared': ownOrAdmin,

  // own and me: with the old password. set: without it, which only an administrator may («admin to change foreign
  // passwords or to set passwords»).
  'PUT /iam/v1/people/{repository}/{person}/credential': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  me         401   401   200      200    200    200   200   200   200
  set        401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,

  'GET /iam/v1/people/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  foreign    401   401   403      403    403    403   200   403   403`,

  // new: a free name; foreign: one that is taken, which is 400 (compatibility 7).
  'POST /iam/v1/people/{repository}/{person}': `
  #        nobody guest stranger reader writer owner admin other removed
  new        401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   400   403   403`,

  // Only for those who create people.
  'POST /iam/v1/passwords/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   401   403      403    403    403   200   403   403`,

  // Whoever is signed in cannot delete themselves: 400 (compatibility 4); others may not delete at all.
  'DELETE /iam/v1/people/{repository}/{person}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   400   403   403
  me         401   401   403      403    403    403   400   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`,
};
