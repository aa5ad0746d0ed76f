import type { Table } from '../grid.ts';

// Written from contract 4.3 and 7 («401 authorization failed»): sets say what can be said of material and nothing of any,
// so whoever is somebody here reads them, the guest too.
const signedInOrGuest = `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   200   200      200    200    200   200   200   200`;

// Specific to edu-repo: only administrators import and export metadata sets.
const adminOnly = `
  #        nobody guest stranger reader writer owner admin other removed
  any        401   401   403      403    403    403   200   403   403`;

export const metadataSetTable: Table = {
  'GET /mds/v1/metadatasets/{repository}': signedInOrGuest,
  'GET /mds/v1/metadatasets/{repository}/{metadataset}': signedInOrGuest,
  'POST /mds/v1/metadatasets/{repository}': adminOnly,
  'GET /mds/v1/metadatasets/{repository}/{metadataset}/export': adminOnly,
  'POST /mds/v1/metadatasets/{repository}/{metadataset}/values': signedInOrGuest,
  'POST /mds/v1/metadatasets/{repository}/{metadataset}/values_for_keys': signedInOrGuest,
  'POST /mds/v1/metadatasets/{repository}/{metadataset}/values/{widget}/suggest': signedInOrGuest,
};
