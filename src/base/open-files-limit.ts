/** The maximum number of files that this process may open; undefined if there is no limit. Does not open a file. */
export function openFilesLimit(): number | undefined {
  // @types/node declares the result of getReport() only as object.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : undefined;
}

/** Advice for a limit that is too low. */
export const raiseOpenFilesLimit =
  'Raise the limit and try again: ulimit -n 1024 (in a systemd unit: LimitNOFILE=1024)';
