import { bytesUpTo } from '../../base/byte-streams.ts';
import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentApplication, presentApplications } from '../presenters/application.ts';
import { parseJavaProperties } from '../request/java-properties.ts';

type ApplicationHandlers = Pick<
  Handlers,
  | 'registerApplication'
  | 'listApplications'
  | 'removeApplication'
  | 'addOAuthClient'
  | 'listOAuthClients'
  | 'removeOAuthClient'
>;

/** The maximum size of a registration, in bytes. One with its key has about 2,000. */
const maxRegistrationBytes = 100_000;

const tooLarge = (): RepositoryError =>
  badRequest(`The file has more than ${maxRegistrationBytes} bytes. Upload the registration file of the application.`);

async function textOf({ bytes }: UploadedFile): Promise<string> {
  const text = (await bytesUpTo(bytes, maxRegistrationBytes, tooLarge)).toString('utf8');
  return text.replace(/^\uFEFF/, '');
}

export function applicationHandlers({ services }: HandlerParts): ApplicationHandlers {
  const { apps, oauthClients } = services;
  return {
    async registerApplication({ body }) {
      const properties = parseJavaProperties(await textOf(body));
      if (typeof properties === 'string') {
        throw badRequest(`The registration cannot be read as Java properties in XML: ${properties}.`);
      }
      return presentApplication(await apps.register(properties));
    },
    async listApplications() {
      return presentApplications(await apps.list());
    },
    async removeApplication({ params, query }) {
      await apps.remove(params.application, query);
      return undefined;
    },
    async addOAuthClient({ params }) {
      return { id: params.client, secret: await oauthClients.add(params.client) };
    },
    async listOAuthClients() {
      return { clients: (await oauthClients.list()).map(({ id, origin }) => ({ id, origin })) };
    },
    async removeOAuthClient({ params }) {
      await oauthClients.remove(params.client);
      return undefined;
    },
  };
}
