import type { Table } from '../grid.ts';

// Written from: compatibility 12 (comments: right Comment; ratings, feedback) and 8 (Consumer contains Comment, Feedback,
// RateRead and Rate; Write is Editor and above). Callers and situations are those of the tables for nodes. On each file lies
// a comment, and feedback, by whoever made the file. What is said changes by a sign-in only: 401 for nobody and the guest.

/** Reading what is said: Comment, Consumer and above. */
const hear = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  open       401   200   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   404   404      404    404    404   404   404   404
  safe       401   404   404      404    404    404   404   404   404
  missing    401   404   404      404    404    404   404   404   404`;

/** Saying something: Comment, Rate, Feedback; Consumer and above. */
const say = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      200    200    200   200   403   403
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

/** What those who may write the node do: Editor and above. */
const tend = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   403      403    200    200   200   403   403
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   403      403    403    403   200   403   403
  cut        401   401   403      403    403    200   200   403   403
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

/** What is done to a comment by its id: whoever may not see the node is told of no comment. */
const clear = `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   404      403    200    200   200   404   404
  open       401   401   200      200    200    200   200   200   200
  foreign    401   401   404      404    404    404   200   404   404
  cut        401   401   404      404    404    200   200   404   404
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`;

export const talkTable: Table = {
  'GET /comment/v1/comments/{repository}/{node}': hear,
  'PUT /comment/v1/comments/{repository}/{node}': say,
  'PUT /rating/v1/ratings/{repository}/{node}': say,
  'DELETE /rating/v1/ratings/{repository}/{node}': say,
  'PUT /feedback/v1/feedback/{repository}/{node}/add': say,
  'GET /feedback/v1/feedback/{repository}/{node}/list': tend,
  'DELETE /comment/v1/comments/{repository}/{node}': clear,

  // Nobody changes the words of others, administrators neither.
  'POST /comment/v1/comments/{repository}/{node}': `
  #        nobody guest stranger reader writer owner admin other removed
  own        401   401   200      200    200    200   200   200   200
  shared     401   401   404      403    403    200   403   404   404
  open       401   401   403      403    403    403   403   403   403
  foreign    401   401   404      404    404    404   403   404   404
  cut        401   401   404      404    404    200   403   404   404
  deleted    401   401   404      404    404    404   404   404   404
  safe       401   401   404      404    404    404   404   404   404
  missing    401   401   404      404    404    404   404   404   404`,
};
