/** The wall clock. All services take the time from it, so that tests can set it. */
export interface Clock {
  now(): Date;
}
