import type { Table } from '../grid.ts';

// Written from: contract 4.8 and 2.6, compatibility 12 (a new usage needs CCPublish on the node, which no role but Coordinator
// contains; an app deletes by its signature alone), and what the document says of who sees usages: people those of nodes that
// they may read. Callers and situations are those of the tables for nodes. Usages are for signed-in people: 401 for nobody
// and the guest.

/** The usages of a node, for those who may read it. */
const ofNode = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

/** The usages of an app: all may ask, and see those of nodes that they may read. */
const ofApp = `
  #        nobody guest stranger reader writer owner admin other removed
  shared     401   401   200-     200    200    200   200   200-  200-
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   200-     200-   200-   200-  200   200-  200-
  cut        401   401   200-     200-   200-   200   200   200-  200-`;

/** Reading, Consumer and above, also for the guest. */
const read = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  open       401   200   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   404   404      404    404    404   404   404   404
  safe       401   404   404      404    404    404   404   404   404
  missing    401   404   404      404    404    404   404   404   404`;

export const usageTable: Table = {
  'GET /usage/v1/usages/node/{nodeId}': ofNode,
  'GET /usage/v1/usages/repository/{repository}/{nodeId}': ofNode,
  'GET /usage/v1/usages/{appId}': ofApp,
  'GET /usage/v1/usages/course/{appId}/{courseId}': ofApp,
  'GET /usage/v1/usages/node/{nodeId}/collections': read,
  'GET,POST /rendering/v1/details/{repository}/{node}': read,

  // Signed by an app, but for `unsigned`, which is about own material and open to administrators only.
  'POST /usage/v1/usages/repository/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  unsigned   401   401   400      400    400    400   200   400   400
  shared     401   401   403      403    403    200   200   403   403
  open       401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`,

  // own-app: signed by the app that recorded it; other-app: by another one; gone: own-app, of a usage that does not exist.
  'DELETE /usage/v1/usages/node/{nodeId}/{usageId}': `
  #          nobody guest stranger reader writer owner admin other removed
  own-app      200   200   200      200    200    200   200   200   200
  other-app    403   403   403      403    403    403   200   403   403
  unsigned     401   401   403      403    403    403   200   403   403
  gone         404   404   404      404    404    404   404   404   404`,
};
