/** The exit codes of all commands. Scripts rely on these numbers, and `edu-repo help exit-codes` documents them. */
export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  notFound: 3,
  loginNeeded: 4,
  forbidden: 5,
  conflict: 6,
  partlyDone: 7,
  unreachable: 8,
  locked: 9,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byStatus: Readonly<Record<number, ExitCode>> = {
  401: exitCodes.loginNeeded,
  403: exitCodes.forbidden,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
};

export function exitCodeOfStatus(status: number): ExitCode {
  return byStatus[status] ?? (status >= 500 ? exitCodes.unreachable : exitCodes.error);
}
