import type { Table } from '../grid.ts';

// Written from: contract 4.5 «by the rights on the node», compatibility 8 (which role has which right), contract 5 «if a
// request carries no authentication, the guest is used when one exists; otherwise all data requests are denied», and the
// rule that a signed-in caller without the right gets 403, one without login 401.
//
// The callers: reader is a Consumer through a group; writer a Collaborator through a group in a group; owner made what
// is shared; other is a member of a group that is granted nothing here; removed was a writer, and the call before the
// last took them out of the group. The guest is read-only: a changing call is 401 for them, wherever.
//
// The situations: own: made by the caller (nobody and guest try `-userhome-`). shared: the grants hang at the folder
// above. attached: a child object of a file in the shared folder, and that file; a search never shows it. open: somebody else's, EVERYONE is Collaborator. foreign: somebody else's, without any grant. cut: in the shared
// folder, `inherited: false`. deleted: was in the shared folder. safe: made by the owner in the safe area of a session («what
// is made in it is seen only in it»); all callers are outside. missing: an id that nothing ever had.
//
// Hidden and missing: an id cannot be guessed, so a hidden node is 403 (401 without login) and a missing one 404, to
// everybody who may ask at all. What is deleted, or in an area where the caller is not, is 404 like the missing, to its
// owner and to administrators too. Nobody is denied before anything is looked up. `_resolve` walks names, which can be guessed: there the hidden is 404 as well.

/** Read: Consumer and above. */
const read = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  attached   401   401   403      200    200    200   200   403   403
  open       401   200   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   404   404      404    404    404   404   404   404
  safe       401   404   404      404    404    404   404   404   404
  missing    401   404   404      404    404    404   404   404   404`;

/** Write and AddChildren: Collaborator and above. */
const write = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    200    200   200   403   403
  attached   401   401   403      403    200    200   200   403   403
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

/** Delete and ChangePermissions: Coordinator, owner and administrator; a Collaborator has neither. */
const coordinate = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    403    200   200   403   403
  attached   401   401   403      403    403    200   200   403   403
  open       401   401   403      403    403    403   200   403   403
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

/** ReadPermissions: Editor, Contributor and above, so not the reader. It names people: nothing for a guest. */
const readPermissions = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    200    200   200   403   403
  attached   401   401   403      403    200    200   200   403   403
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

export const nodeTable: Table = {
  'GET /node/v1/nodes/{repository}/{node}/metadata': read,
  // beside: a folder in the shared one, in which one child is cut off. own-org and foreign-org: `-shared_files-`, where the
  // folder of an organization of the caller's is shown, and that of another one is not; the list of a guest is empty. to-me: `-to_me_shared_files-`, for
  // whom the shared folder is; personal: the same by the own name, in a folder that names the caller; by-me: `-my_shared_files-`.
  'GET /node/v1/nodes/{repository}/{node}/children': `${read}
  beside       401   401   403      200-   200-   200   200   403   403
  own-org      401   200-  200      200    200    200   200   200   200-
  foreign-org  401   200-  200-     200-   200-   200-  200-  200-  200-
  to-me        401   200-  200-     200    200    200-  200-  200-  200-
  personal     401   200-  200      200    200    200   200   200   200
  by-me        401   200-  200-     200-   200-   200   200-  200-  200-`,
  'GET /node/v1/nodes/{repository}/{node}/versions': read,
  'GET /node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/metadata': read,
  'GET /node/v1/nodes/{repository}/{node}/versions/metadata': read,
  'GET /eduservlet/download': read,
  'GET /preview': read,
  'GET /node/v1/nodes/{repository}/{node}/textContent': read,

  // Names can be guessed: the hidden is answered as the missing.
  'GET /node/v1/nodes/{repository}/{node}/_resolve': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   404   404      200    200    200   200   404   404
  attached   401   404   404      200    200    200   200   404   404
  open       401   200   200      200    200    200   200   200   200
  foreign    401   404   404      404    404    404   200   404   404
  cut        401   404   404      404    404    200   200   404   404
  deleted    401   404   404      404    404    404   404   404   404
  safe       401   404   404      404    404    404   404   404   404
  missing    401   404   404      404    404    404   404   404   404`,

  // Everybody may search; found and counted is what they may read (200- is an answer without a trace).
  'GET,POST /node/v1/nodes/{repository}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   200-  200      200    200    200   200   200   200
  shared     401   200-  200-     200    200    200   200   200-  200-
  attached   401   200-  200-     200-   200-   200-  200-  200-  200-
  open       401   200   200      200    200    200   200   200   200
  foreign    401   200-  200-     200-   200-   200-  200   200-  200-
  cut        401   200-  200-     200-   200-   200   200   200-  200-
  deleted    401   200-  200-     200-   200-   200-  200-  200-  200-
  safe       401   200-  200-     200-   200-   200-  200-  200-  200-
  missing    401   200-  200-     200-   200-   200-  200-  200-  200-`,

  'GET /node/v1/nodes/{repository}/{node}/permissions': readPermissions,
  // Asked for the rights of somebody else, whom everybody but them needs ReadPermissions for.
  'GET /node/v1/nodes/{repository}/{node}/permissions/{user}': readPermissions,
  'GET /node/v1/nodes/{repository}/{node}/parents': read,
  // The same: asked for somebody else.
  'GET /edu-repo/v1/nodes/{node}/access/{user}': readPermissions,
  'GET /edu-repo/v1/nodes/{node}/access': readPermissions,
  // Which people and groups there are is for those who may share with them.
  'GET /edu-repo/v1/nodes/{node}/authorities': coordinate,

  'POST /node/v1/nodes/{repository}/{node}/children': write,
  'POST /edu-repo/v1/nodes/batch': write,
  'PUT /node/v1/nodes/{repository}/{node}/metadata': write,
  'POST /node/v1/nodes/{repository}/{node}/metadata': write,
  'POST /node/v1/nodes/{repository}/{node}/property': write,
  'PUT /node/v1/nodes/{repository}/{node}/aspects': write,
  'GET /node/v1/nodes/{repository}/{node}/workflow': read,
  'PUT /node/v1/nodes/{repository}/{node}/workflow': write,
  // Copied from a node that everybody may read.
  'PUT,POST /node/v1/nodes/{repository}/{node}/metadata/copy/{from}': write,
  'POST /node/v1/nodes/{repository}/{node}/content': write,
  'PUT /node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/_revert': write,
  'POST /node/v1/nodes/{repository}/{node}/preview': write,
  'DELETE /node/v1/nodes/{repository}/{node}/preview': write,
  'POST /node/v1/nodes/{repository}/{node}/textContent': write,
  'PUT,POST /node/v1/nodes/{repository}/{node}/permissions': coordinate,
  'POST /node/v1/nodes/{repository}/{node}/owner': coordinate,
  'DELETE /node/v1/nodes/{repository}/{node}': coordinate,
};
