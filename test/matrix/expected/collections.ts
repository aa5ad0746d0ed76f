import type { Table } from '../grid.ts';

// Written from: compatibility 12 (collections, as later servers have them) and 8 (which role has which right).
//
// The situations: own: made by the caller (nobody and guest try one that is not there). shared: the owner's; readers are
// Consumers in it, writers Collaborators. open: somebody else's, for everybody (`EDU_ALL`). foreign: somebody else's, for
// nobody (`MY`). missing: an id that nothing ever had. What is gathered in each of them is open to everybody.

/** Consumer and above. */
const read = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   404   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  open       401   200   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   404   404      404    404    404   404   404   404`;

/** Write and AddChildren: Collaborator and above. */
const write = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    200    200   200   403   403
  open       401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   404      404    404    404   404   404   404`;

/** Delete: Coordinator, owner and administrator. */
const coordinate = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    403    200   200   403   403
  open       401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  missing    401   401   404      404    404    404   404   404   404`;

const path = '/collection/v1/collections/{repository}/{collection}';

export const collectionTable: Table = {
  [`GET ${path}`]: read,
  [`GET ${path}/children`]: read,
  [`GET ${path}/children/collections`]: read,
  [`GET ${path}/children/references`]: read,
  [`PUT ${path}`]: write,
  [`POST ${path}/children`]: write,
  [`PUT ${path}/references/{node}`]: write,
  [`POST ${path}/icon`]: write,
  [`DELETE ${path}/icon`]: write,
  [`POST ${path}/order`]: write,
  [`DELETE ${path}/references/{node}`]: coordinate,
  [`DELETE ${path}`]: coordinate,

  // For administrators alone.
  'POST /collection/v1/collections/{repository}/pinning': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   403      403    403    403   200   403   403
  open       401   401   403      403    403    403   200   403   403`,

  // Everybody may search; found and counted is what they may read.
  'GET /collection/v1/collections/{repository}/search': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   200-  200      200    200    200   200   200   200
  shared     401   200-  200-     200    200    200   200   200-  200-
  open       401   200   200      200    200    200   200   200   200
  foreign    401   200-  200-     200-   200-   200-  200   200-  200-
  missing    401   200-  200-     200-   200-   200-  200-  200-  200-`,
};
