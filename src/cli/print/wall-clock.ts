/** The current time in milliseconds since 1970. Ignores changes of the clock while the command runs, which is short. */
export const wallClock = (): number => performance.timeOrigin + performance.now();
