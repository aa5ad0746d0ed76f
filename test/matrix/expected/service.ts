import type { Table } from '../grid.ts';

// Written from contract 4.1 and 5, compatibility 1 («/_about, validateSession and destroySession need no login: always
// 200») and 2 (statuses of the app signature as the rule says: missing, unknown or stale 400, bad 401, the same sign-in again 200, a platform's person named admin an account of its own 200,
// foreign host or untrusted 403). What an application signs counts, not who else is named: all columns are the same.

/** Open to the world. */
const everybody = `
  #        nobody guest stranger reader writer owner admin other removed
  any        200   200   200      200    200    200   200   200   200`;

/** An endpoint of administration. */
const adminOnly = `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   401   403      403    403    403   200   403   403`;

/** An endpoint of administration that names something there is, or something there is not. */
const adminOnThis = `
  #        nobody guest stranger reader writer owner admin other removed
  present    401   401   403      403    403    403   200   403   403
  missing    401   401   403      403    403    403   404   403   403`;

export const serviceTable: Table = {
  'GET /_about': everybody,
  'GET /_about/status/{mode}': everybody,
  // The front end reads its settings before anybody signs in.
  'GET /config/v1/values': everybody,
  'GET /config/v1/variables': everybody,
  'GET /config/v1/language': everybody,
  'GET /config/v1/language/defaults': everybody,
  'GET /openapi.json': everybody,
  'GET /swagger.json': everybody,
  'GET /icons/{icon}': everybody,
  'GET /admin/v1/status': adminOnly,
  'POST /admin/v1/verify': adminOnly,
  // It writes to the disk of the server, so no account is enough: only the token in the data directory.
  'POST /admin/v1/backup': `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   401   403      403    403    403   403   403   403`,
  // Words are no secret, but none of a guest's business: whoever cannot write needs none.
  'GET /node/v1/dictionary/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   401   200      200    200    200   200   200   200`,

  'GET /metadata': everybody,
  // The names of repositories are for whoever may read here.
  'GET /network/v1/repositories': `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   200   200      200    200    200   200   200   200`,
  'GET /admin/v1/repositories': adminOnly,
  'POST /admin/v1/repositories': adminOnly,
  'DELETE /admin/v1/repositories/{connection}': adminOnThis,
  'GET /admin/v1/repositories/{connection}/test': adminOnThis,

  // What the server imports by itself is the business of administrators.
  'GET /edu-repo/v1/harvests': adminOnly,
  'POST /edu-repo/v1/harvests': adminOnly,
  'GET /edu-repo/v1/harvests/{harvest}': adminOnThis,
  'DELETE /edu-repo/v1/harvests/{harvest}': adminOnThis,
  'POST /edu-repo/v1/harvests/{harvest}/run': adminOnThis,

  'GET,POST /authentication/v1/validateSession': everybody,
  'GET /authentication/v1/destroySession': everybody,
  'GET /authentication/v1/hasAccessToScope': everybody,

  // Always 200 (compatibility 1); what it answers tells whether the scope was entered. own: with the caller's own name and
  // password; those without a session show the owner's. foreign: with the name and the right password of somebody else.
  'POST /authentication/v1/loginToScope': `
  #        nobody guest stranger reader writer owner admin other removed
  own        200-  200-  200      200    200    200   200   200   200
  foreign    200-  200-  200-     200-   200-   200-  200-  200-  200-`,

  // 401 for every failure of the token endpoint (contract 5.1). wrong-client: half of the callers name an unknown client, the
  // others show a wrong secret of a known one.
  'POST /oauth2/token': `
  #               nobody guest stranger reader writer owner admin other removed
  right             200   200   200      200    200    200   200   200   200
  wrong-client      401   401   401      401    401    401   401   401   401
  unknown-grant     401   401   401      401    401    401   401   401   401`,

  'POST /authentication/v1/appauth/{userId}': `
  #               nobody guest stranger reader writer owner admin other removed
  signed            200   200   200      200    200    200   200   200   200
  unsigned          400   400   400      400    400    400   400   400   400
  unknown-app       400   400   400      400    400    400   400   400   400
  stale             400   400   400      400    400    400   400   400   400
  other-text        400   400   400      400    400    400   400   400   400
  bad-signature     401   401   401      401    401    401   401   401   401
  replayed          200   200   200      200    200    200   200   200   200
  untrusted         403   403   403      403    403    403   403   403   403
  other-host        403   403   403      403    403    403   403   403   403
  named-admin       200   200   200      200    200    200   200   200   200
  for-admin         403   403   403      403    403    403   403   403   403`,

  'GET /admin/v1/applications': adminOnly,
  'PUT /admin/v1/applications/xml': adminOnly,
  'DELETE /admin/v1/applications/{application}': adminOnThis,
  'GET /admin/v1/clients': adminOnly,
  'PUT /admin/v1/clients/{client}': adminOnly,
  'DELETE /admin/v1/clients/{client}': adminOnThis,
};
