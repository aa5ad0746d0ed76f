import type { Observable } from 'rxjs';
import { signedBy } from './app-signature';
import {
  about,
  anna,
  type Calls,
  expectEqual,
  expectTrue,
  inner,
  login,
  made,
  mds,
  network,
  repository,
  search,
  sent,
  session,
  setting,
} from './ngx-context';

export const discovery: Calls = {
  async about() {
    expectEqual((await sent(anna, about.getAbout())).version?.major, 3);
  },
  async openapiJson() {
    expectTrue('paths' in (await sent(anna, about.getOpenapiJson())), 'no document');
  },
  async login() {
    expectEqual((await login('anna', setting.password)).authorityName, 'anna');
  },
  async authenticate() {
    const signed = await signedBy(setting.app, 'anna');
    const call = inner(session, 'authentication')['authenticate']?.({ userId: 'anna', body: { firstName: 'Anna' } });
    const { userId, ticket } = await sent(signed, call as Observable<{ userId: string; ticket: string }>);
    expectEqual(userId, 'anna');
    made.ticket = ticket;
  },
};

export const sets: Calls = {
  async getMetadataSets() {
    expectTrue((await sent(anna, mds.getMetadataSets({ repository }))).metadatasets?.[0] !== undefined, 'no set');
  },
  async getMetadataSet() {
    const set = await sent(anna, mds.getMetadataSet({ repository, metadataset: '-default-' }));
    expectTrue(set.widgets[0] !== undefined, 'no widgets');
  },
  async getValues() {
    const valueParameters = { query: 'ngsearch', property: 'ccm:educationalcontext', pattern: '-all-' };
    const body = { valueParameters, criteria: [] };
    const { values } = await sent(anna, mds.getValues({ repository, metadataset: '-default-', body }));
    expectTrue(values?.[0]?.key !== undefined, 'no values');
  },
};

export const finding: Calls = {
  async search() {
    const body = {
      criteria: [{ property: 'ngsearchword', values: ['Wolke'] }],
      facets: [{ property: 'cclom:general_keyword' }],
    };
    const call = { repository, metadataset: '-default-', query: 'ngsearch', contentType: 'FILES' as const, body };
    const result = await sent(anna, search.search({ ...call, maxItems: 5, skipCount: 0, propertyFilter: ['-all-'] }));
    expectTrue(
      result.nodes.some(({ ref }) => ref.id === made.file),
      'not found',
    );
  },
  async getRepositories() {
    const call = inner(network, 'networkV1')['getRepositories']?.({});
    const { repositories } = await sent(anna, call as Observable<{ repositories: { isHomeRepo: boolean }[] }>);
    expectEqual(
      repositories.map(({ isHomeRepo }) => isHomeRepo),
      [true],
    );
  },
};
