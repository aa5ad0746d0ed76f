import type { Table } from '../grid.ts';

// Written from: contract 4.5, compatibility 8 (which role has which right) and the rules of copying: the source must be
// readable with its content, so Consumer and above; moving takes it away, so Coordinator where it is; whatever goes into a
// folder needs AddChildren there, so Collaborator and above; and nobody who may not change a node's rights comes by more of
// them through its new place. lent: somebody else's, of which EVERYONE may read the metadata, and delete it. The rows as in the table of nodes: what is named is the
// source, and the caller's own folder the target; behind `into-` it is the target, and the source a file of the caller's
// own. Both are changing calls: nobody and the guest get 401.

const intoFolder = `
  into-own     401   401   200      200    200    200   200   200   200
  into-shared  401   401   403      403    200    200   200   403   403
  into-open    401   401   200      200    200    200   200   200   200
  into-foreign 401   401   403      403    403    403   200   403   403
  into-cut     401   401   403      403    403    200   200   403   403
  into-deleted 401   401   404      404    404    404   404   404   404
  into-safe    401   401   404      404    404    404   404   404   404
  into-missing 401   401   404      404    404    404   404   404   404`;

export const copyTable: Table = {
  'POST /node/v1/nodes/{repository}/{node}/children/_copy': `
  #            nobody guest stranger reader writer owner admin other removed
  own          401   401   200      200    200    200   200   200   200
  shared       401   401   403      200    200    200   200   403   403
  open         401   401   200      200    200    200   200   200   200
  foreign      401   401   403      403    403    403   200   403   403
  cut          401   401   403      403    403    200   200   403   403
  deleted      401   401   404      404    404    404   404   404   404
  safe         401   401   404      404    404    404   404   404   404
  missing      401   401   404      404    404    404   404   404   404${intoFolder}`,

  'POST /node/v1/nodes/{repository}/{node}/children/_move': `
  #            nobody guest stranger reader writer owner admin other removed
  own          401   401   200      200    200    200   200   200   200
  shared       401   401   403      403    403    200   200   403   403
  open         401   401   403      403    403    403   200   403   403
  foreign      401   401   403      403    403    403   200   403   403
  lent         401   401   403      403    403    403   200   403   403
  cut          401   401   403      403    403    200   200   403   403
  deleted      401   401   404      404    404    404   404   404   404
  safe         401   401   404      404    404    404   404   404   404
  missing      401   401   404      404    404    404   404   404   404${intoFolder}`,
};
