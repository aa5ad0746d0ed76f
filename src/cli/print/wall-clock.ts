/** The current time in milliseconds since 1970. Does not follow clock changes while the command runs. */
export const wallClock = (): number => performance.timeOrigin + performance.now();
