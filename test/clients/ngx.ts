import { application, type Calls } from './ngx-context';
import { discovery, finding, sets } from './ngx-finding';
import { changing, making, nodesEnding } from './ngx-nodes';
import { dataProtection, organizing, people, peopleEnding } from './ngx-people';
import { using } from './ngx-usages';

declare const process: {
  readonly stdout: { write(text: string, done: () => void): void };
  exit(code: number): never;
};

const all: Calls = {
  ...discovery,
  ...sets,
  ...people,
  ...making,
  ...changing,
  ...finding,
  ...using,
  ...dataProtection,
  ...organizing,
  ...nodesEnding,
  ...peopleEnding,
};

const messageOf = (error: unknown): string => {
  const { message, error: body } = error as { readonly message?: string; readonly error?: unknown };
  return `${message ?? String(error)} ${JSON.stringify(body) ?? ''}`.trim();
};

const results: Record<string, string> = {};
for (const [name, call] of Object.entries(all)) {
  results[name] = await call().then(
    () => 'works',
    (error: unknown) => messageOf(error),
  );
}
// The services poll the session: they would keep the process running.
application.destroy();
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit(0));
