/** The wall clock. Services read the time only from it, so that tests can set it. */
export interface Clock {
  now(): Date;
}
