/** The most files that this process may open; undefined where the system sets no number. Opens no file itself. */
export function openFilesLimit(): number | undefined {
  // Node.js has no types for what is in a report.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : undefined;
}

/** What to do about a limit that is too low. */
export const raiseOpenFilesLimit =
  'Raise the limit, and try again: ulimit -n 1024 (in a systemd unit: LimitNOFILE=1024)';
