import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { report } from '../faults/report.ts';
import { type FuzzCall, requestOf } from '../fuzz/call.ts';
import { type Address, NoAnswer, openConnection } from '../fuzz/connection.ts';
import { type DescribedOperation, describedOperations, type OpenApiDocument } from '../fuzz/described-operations.ts';
import { sizedParts } from '../fuzz/doubled-parts.ts';
import { validCalls } from '../fuzz/generate-call.ts';
import { hintOf } from '../fuzz/hints.ts';
import { signIn } from '../fuzz/identities.ts';
import { createWorld, fillWorld } from '../fuzz/world.ts';
import { growthOf, isLinear } from '../support/growth.ts';
import { admin, anna, basic } from '../support/people.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';

/** EDU_DOUBLED=searchNodes looks at one operation. */
const only = process.env['EDU_DOUBLED'];

const oauthClients = JSON.stringify({ fuzzer: 'secret of the fuzzer' });

/** Sends these bytes on a connection of their own. A server may answer a body before it has read it, and close the connection. */
async function exchange(address: Address, request: Buffer, method: string): Promise<number> {
  const connection = await openConnection(address, 60_000);
  try {
    return (await connection.exchange(request, { method })).status;
  } catch (error) {
    if (error instanceof NoAnswer && error.reason === 'closed') return 0;
    throw error;
  } finally {
    connection.close();
  }
}

/** The server is in this process, so that its CPU can be read exactly. */
async function served() {
  const dataDirectory = await newSchoolDirectory();
  onTestFinished(() => removeFolder(dataDirectory));
  const server = await serveDirectory(dataDirectory, {
    'authentication.oauth.clients': oauthClients,
    'security.guest.enabled': 'true',
    'repository.dataprotection.enabled': 'true',
  });
  onTestFinished(server.close);
  const { hostname, port } = new URL(server.url);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  onTestFinished(http.close);
  return { address: { host: hostname, port: Number(port) }, send: http.send };
}

/** A valid call. What is slow on purpose, such as a backup, is refused for its sender after its head was read. */
function callOf(operation: DescribedOperation): FuzzCall {
  const [call] = fc.sample(validCalls(operation), { seed: 1, numRuns: 1 });
  if (call === undefined) throw new Error(`There is no call of ${operation.id}.`);
  return hintOf(operation.id).weight === 1 ? { ...call, as: 'guest' } : call;
}

/** A search indexes all changes first. */
const indexed = (client: Client): Promise<unknown> => client.searchNodes({ repository: '-home-', query: 'nothing' });

test('twice of any part of any call takes at most 2.5 times the CPU', async () => {
  const { address, send } = await served();
  const asAnna = createClient(send, () => basic(anna));
  const world = createWorld();
  const app = await fillWorld(
    world,
    asAnna,
    createClient(send, () => basic(admin)),
  );
  const credentialsOf = await signIn(send, app, {});
  const all = describedOperations((await asAnna.getOpenApi()) as unknown as OpenApiDocument);
  const operations = all.filter(({ id }) => only === undefined || id === only);
  const findings: string[] = [];
  let count = 0;
  for (const [turn, operation] of operations.entries()) {
    const call = callOf(operation);
    if (turn % 20 === 0) report(`${turn} of ${operations.length} operations`);
    for (const { name, size, of } of sizedParts(operation, turn)) {
      const sent = (wanted: number) => {
        const filled = world.fill(of(call, wanted));
        return exchange(address, requestOf(filled, credentialsOf(filled.as)), call.method);
      };
      count += 1;
      const quick = await growthOf(
        () => sent(size),
        () => sent(size * 2),
      );
      if (isLinear(quick)) continue;
      // The index may still work on one change while the next one is measured. What a change leaves to it counts with that change now.
      const whole = async (wanted: number): Promise<void> => {
        await sent(wanted);
        await indexed(asAnna);
      };
      await indexed(asAnna);
      const growth = await growthOf(
        () => whole(size),
        () => whole(size * 2),
      );
      if (isLinear(growth)) continue;
      findings.push(`${operation.id}: ${name}: ${growth.single} -> ${growth.double} ms`);
      report(findings.at(-1) ?? '');
    }
  }
  report(`${count} parts of ${operations.length} operations`);
  expect(count).toBeGreaterThan(operations.length * 20);
  expect(findings).toEqual([]);
});
