/** In the bundle, this stands for `pg-native`, a client in machine code that pg would take if somebody installed it. */
export const noNativeClient = undefined;
