#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);

/** The most files that this process may open; asked without opening one. */
function openFilesLimit() {
  const limit = process.report.getReport().userLimits?.open_files?.soft;
  return limit === undefined ? '' : `: its limit is ${limit}`;
}

if (existsSync(program)) {
  try {
    const { main } = await import(program);
    process.exitCode = await main(process.argv);
  } catch (error) {
    // The program could not even load what explains its errors.
    if (error?.code !== 'EMFILE') throw error;
    process.stderr.write(
      `edu-repo: The process may not open as many files as it needs${openFilesLimit()}.\n` +
        '  The program could not be loaded (EMFILE); nothing was changed.\n' +
        '  Raise the limit, and try again: ulimit -n 1024 (in a systemd unit: LimitNOFILE=1024)\n',
    );
    process.exitCode = 1;
  }
} else {
  process.stderr.write(
    'edu-repo: The program has not been built.\n' +
      '  A fresh clone has only its sources.\n' +
      '  Run: npm ci && npm run build (npm run demo does it too)\n',
  );
  process.exitCode = 1;
}
