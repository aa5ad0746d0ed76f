import type { Table } from '../grid.ts';

/** Everybody may search; found and counted is what they may read (200- is an answer without a trace). */
const found = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   200-  200      200    200    200   200   200   200
  shared     401   200-  200-     200    200    200   200   200-  200-
  open       401   200   200      200    200    200   200   200   200
  foreign    401   200-  200-     200-   200-   200-  200   200-  200-
  cut        401   200-  200-     200-   200-   200   200   200-  200-
  deleted    401   200-  200-     200-   200-   200-  200-  200-  200-
  safe       401   200-  200-     200-   200-   200-  200-  200-  200-
  missing    401   200-  200-     200-   200-   200-  200-  200-  200-`;

export const searchTable: Table = {
  'POST /search/v1/queries/{repository}/{metadataset}/{query}': found,
  'POST /search/v1/queriesV2/{repository}/{metadataset}/{query}': found,
  'POST /search/v1/queries/{repository}/{metadataset}/{query}/facets': found,
  // Into the own home folder.
  'POST /search/v1/queries/{repository}/{metadataset}/{query}/save': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200`,
  // The search lies beside the file that it finds, and belongs to an administrator: in a folder that is cut off, nobody else
  // may read it. A search that the caller may not read is refused.
  'GET,POST /search/v1/queries/load/{nodeId}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  open       401   200   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    403   200   403   403
  deleted    401   404   404      404    404    404   404   404   404
  safe       401   404   404      404    404    404   404   404   404
  missing    401   404   404      404    404    404   404   404   404`,
  'GET /search/v1/custom/{repository}': found,
  'GET /edu-repo/v1/suggest': found,
  'GET,POST /search/v1/metadata/{repository}': found,
};
