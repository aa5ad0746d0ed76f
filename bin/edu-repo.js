#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);

if (existsSync(program)) {
  const { main } = await import(program);
  process.exitCode = await main(process.argv);
} else {
  process.stderr.write(
    'edu-repo: The program has not been built.\n' +
      '  A fresh clone has only its sources.\n' +
      '  Run: npm ci && npm run build (npm run demo does it too)\n',
  );
  process.exitCode = 1;
}
