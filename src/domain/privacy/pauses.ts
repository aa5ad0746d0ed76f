const minute = 60_000;
const day = 1_440 * minute;

/** The pause before the next try after a number of failed ones, in milliseconds: 1, 2, 4 … minutes, at most a day. */
export const pauseAfter = (failures: number): number => Math.min(minute * 2 ** (failures - 1), day);
