import type { Caller } from '../../domain/caller.ts';
import type { HandlerParts, Handlers, RequestContext } from '../handlers.ts';
import { createOpenApi } from '../openapi.ts';

/** The version of the service as clients compare it (compatibility 0 and 13). */
const serviceVersion = { major: 3, minor: 1, repository: '9.1', renderservice: '9.1' };

/** The path groups that answer, with the version of their interface. */
const services = [
  ['AUTHENTICATION', '/authentication/v1'],
  ['IAM', '/iam/v1'],
  ['NODE', '/node/v1'],
] as const;

const toolPermissions = [
  'TOOLPERMISSION_WORKSPACE',
  'TOOLPERMISSION_CREATE_ELEMENTS_FILES',
  'TOOLPERMISSION_CREATE_ELEMENTS_FOLDERS',
  'TOOLPERMISSION_INVITE',
  'TOOLPERMISSION_LICENSE',
];

type ServiceHandlers = Pick<Handlers, 'getAbout' | 'getOpenApi' | 'validateSession' | 'getStatus'>;

/** About, the description of the interface, the session and the state of the repository. */
export function serviceHandlers({ services: parts, settings, process }: HandlerParts): ServiceHandlers {
  const { sessions } = parts;
  let openApi: Record<string, unknown> | undefined;

  /** A header that was right opens a session, so that a browser can go on with its cookie. */
  const openSession = (caller: Caller, { setHeader }: RequestContext): void => {
    const path = settings.contextPath === '' ? '/' : settings.contextPath;
    const secure = settings.publicUrl?.startsWith('https:') === true ? '; Secure' : '';
    setHeader('set-cookie', `JSESSIONID=${sessions.open(caller)}; Path=${path}; HttpOnly; SameSite=Lax${secure}`);
  };

  return {
    async getAbout() {
      return {
        version: serviceVersion,
        services: services.map(([name, endpoint]) => ({
          name,
          instances: [{ version: { major: 1, minor: 0 }, endpoint }],
        })),
      };
    },
    async getOpenApi() {
      openApi ??= createOpenApi(settings);
      return openApi;
    },
    async validateSession(_input, context) {
      const { caller, identity } = context;
      const signedIn = caller.kind === 'person';
      const guest = caller.kind === 'guest' && identity.by !== 'failed';
      if (signedIn && identity.by === 'header') openSession(caller, context);
      return {
        authorityName: signedIn ? caller.userName : null,
        currentScope: null,
        isAdmin: caller.isAdmin,
        isGuest: guest,
        isValidLogin: signedIn || guest,
        sessionTimeout: sessions.idleTimeout,
        statusCode: signedIn ? 'OK' : guest ? 'GUEST' : 'INVALID_CREDENTIALS',
        toolPermissions: signedIn ? toolPermissions : [],
        userHome: caller.home,
      };
    },
    async getStatus() {
      const status = await parts.status.get();
      return {
        version: settings.version,
        repository: settings.repository,
        process: {
          pid: process.pid,
          startedAt: process.startedAt,
          nodeVersion: globalThis.process.version,
          residentBytes: globalThis.process.memoryUsage.rss(),
        },
        store: {
          commit: status.commit,
          writable: status.problem === undefined,
          problem: status.problem ?? null,
          nodes: status.nodes,
          people: status.people,
        },
        index: status.index,
      };
    },
  };
}
