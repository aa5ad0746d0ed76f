/** A point in time, ISO 8601 in UTC. */
export type Timestamp = string;
