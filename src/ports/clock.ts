/** The wall clock. Rules never ask the system for the time themselves. */
export interface Clock {
  now(): Date;
}
