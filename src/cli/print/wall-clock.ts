/** The time by the clock of this machine, in milliseconds since 1970. A command is too short for the clock to be set. */
export const wallClock = (): number => performance.timeOrigin + performance.now();
