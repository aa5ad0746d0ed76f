import type { RepositoryFacts } from '../../api/network/gateway.ts';
import { parseJavaProperties } from '../../api/request/java-properties.ts';
import { bytesUpTo } from '../../base/byte-streams.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import { callOf } from '../../client/client.ts';
import type { Answer } from '../../contract/call.ts';
import type { RepositoryConnection } from './repository-connection.ts';

/** The maximum size of the properties, in bytes. They have about 1,500. */
const maxBytes = 100_000;

const notARepository = (name: string, why: string): RepositoryError =>
  new RepositoryError(
    'BadGateway',
    `There is no repository at ${name}: ${why}. Check the address, such as https://repo.example.org/edu-sharing/rest.`,
  );

async function textOf({ status, body }: Answer, name: string): Promise<string> {
  if (status !== 200 || body.kind !== 'file') throw notARepository(name, `it returned ${status} for its properties`);
  const tooLarge = () => notARepository(name, `its properties have more than ${maxBytes} bytes`);
  return (await bytesUpTo(body.file.bytes, maxBytes, tooLarge)).toString('utf8');
}

/** Reads the properties of a repository. `name` is the repository in messages. Rejects with `BadGateway` if they are invalid. */
export async function readFacts(
  connection: RepositoryConnection,
  name: string,
  signal: AbortSignal,
): Promise<RepositoryFacts> {
  const call = callOf('getRepositoryMetadata', { format: 'lms', external: true }, { accept: '*/*' });
  const properties = parseJavaProperties(await textOf(await connection.exchange({ ...call, signal }), name));
  if (typeof properties === 'string') throw notARepository(name, `its properties cannot be read: ${properties}`);
  const [id = '', publicKey = ''] = ['appid', 'public_key'].map((key) => properties.get(key));
  if (id === '' || publicKey === '') throw notARepository(name, 'its properties have no appid or no public_key');
  return { id, title: (properties.get('appcaption') ?? id).slice(0, 200), publicKey };
}
