import type { FuzzCall } from './call.ts';

/** Seeds under which calls were found that broke a rule. Each is run again, for so many calls. */
export const pastSeeds: readonly { readonly seed: number; readonly calls: number }[] = [{ seed: 1, calls: 2_000 }];

const rest = '/edu-sharing/rest';
const bare = { params: {}, query: [], headers: [], body: undefined };

/** Calls that broke a rule, as the test printed them. Each is sent again. */
export const pastCalls: readonly FuzzCall[] = [
  // 400, where openapi.json had none.
  {
    ...{ ...bare, operation: 'validateSession', method: 'GET', as: 'guest' },
    path: `${rest}/authentication/v1/validateSession`,
    headers: [['X-Edu-App-Id', '__proto__']],
  },
  {
    ...{ ...bare, operation: 'loginToScope', method: 'POST', as: 'teacher' },
    path: `${rest}/authentication/v1/loginToScope`,
    body: { type: 'application/json', text: '1e400', encoding: 'utf8' },
  },
  // 429, where openapi.json had none; the first ones are 401.
  ...Array.from({ length: 30 }, (): FuzzCall => {
    const path = `${rest}/node/v1/dictionary/{repository}`;
    const params = { repository: '-home-' };
    return { ...bare, operation: 'getDictionary', method: 'GET', as: 'wrong password', path, params };
  }),
  // A header of which openapi.json did not tell: the aspect is unknown.
  {
    ...{ ...bare, operation: 'setAspects', method: 'PUT', as: 'teacher' },
    path: `${rest}/node/v1/nodes/{repository}/{node}/aspects`,
    params: { repository: '-home-', node: '{folders.0:19}' },
    body: { type: 'application/json', text: '["cm:name:"]', encoding: 'utf8' },
  },
  // A page, although the caller refuses HTML.
  {
    ...{ ...bare, operation: 'getIcon', method: 'GET', as: 'admin' },
    path: '/edu-sharing/icons/{icon}',
    params: { icon: '' },
    headers: [['Accept', 'text/html;q=0,'.repeat(1_000)]],
  },
  // Refused by the parser of HTTP, in its own words and not by an ErrorResponse.
  {
    ...{ ...bare, operation: 'getMetadataSets', method: 'GET', as: 'teacher' },
    path: `${rest}/mds/v1/metadatasets/{repository}`,
    params: { repository: { raw: 'ä' } },
  },
  {
    ...{ ...bare, operation: 'getMetadataSets', method: 'GET', as: 'teacher' },
    path: `${rest}/mds/v1/metadatasets/{repository}`,
    params: { repository: 'x'.repeat(20_000) },
  },
  // A body in the answer to HEAD, which the parser of HTTP refused.
  {
    ...{ ...bare, operation: 'searchByProperties', method: 'HEAD', as: 'teacher' },
    path: `${rest}/search/v1/custom/{repository}`,
    params: { repository: { raw: 'ä' } },
  },
];
