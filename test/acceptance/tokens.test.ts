import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { bearer, knowingOAuthClient, passwordGrant, refreshGrant, whoIs } from '../support/oauth.ts';
import { anna, basic, type TestPerson } from '../support/people.ts';
import { formOf, formType, rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';
const tokenPath = '^/edu-sharing/oauth2/token';

async function newPerson(school: School): Promise<Pick<TestPerson, 'userName' | 'password'>> {
  const person = { userName: newName('pupil'), password: 'a password: ß' };
  await school.admin.createPerson({ repository, person: person.userName, password: person.password, body: {} });
  return person;
}

const fieldsOf = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

const clientHeader = (id: string, secret: string) => basic({ userName: id, password: secret });

withTransports(
  (school) => {
    describeOperation('createToken', school, {
      effect: {
        'the access token signs in, in either header': async () => {
          const token = await school.nobody.createToken({ body: passwordGrant(anna) });
          expect(token).toMatchObject({ expires_in: 3600, token_type: 'Bearer' });
          expect(await whoIs(bearer(school, token.access_token))).toBe('anna');
          const other = school.withHeaders({ authentication: `bearer ${token.access_token}` });
          expect((await other.getPerson({ repository, person: '-me-' })).person.userName).toBe('anna');
        },
        'a refresh gives new tokens, and the old ones end': async () => {
          const first = await school.nobody.createToken({ body: passwordGrant(anna) });
          const second = await school.nobody.createToken({ body: refreshGrant(first.refresh_token) });
          expect(await whoIs(bearer(school, second.access_token))).toBe('anna');
          expect(await whoIs(bearer(school, first.access_token))).toBeNull();
          const tokens = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]);
          expect(new Set(tokens).size).toBe(4);
        },
        'it tells how long the refresh token lasts': async () => {
          const token = await school.nobody.createToken({ body: passwordGrant(anna) });
          expect(token.refresh_expires_in).toBe(14 * 24 * 3600);
        },
        'both last over a restart': async () => {
          const first = await school.nobody.createToken({ body: passwordGrant(anna) });
          await school.restart();
          expect(await whoIs(bearer(school, first.access_token))).toBe('anna');
          const second = await school.nobody.createToken({ body: refreshGrant(first.refresh_token) });
          expect(await whoIs(bearer(school, second.access_token))).toBe('anna');
        },
        'the client may be in the Basic header, form-encoded or not (RFC 6749, 2.3.1)': overHttp(async () => {
          const { client_id: id, client_secret: secret, ...fields } = passwordGrant(anna);
          const encoded = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');
          const forms = [
            { headers: clientHeader(id, secret), body: fields },
            { headers: clientHeader(encoded(id), encoded(secret)), body: fields },
            { headers: clientHeader(id, secret), body: { ...fields, client_id: id } },
          ];
          for (const { headers, body } of forms) {
            const form = { headers: { ...urlencoded, ...headers }, body: fieldsOf(body) };
            const response = await rawRequest(school.raw, { method: 'POST', path: tokenPath, ...form });
            expect(response.status, response.text).toBe(200);
            const { access_token } = response.json() as { access_token: string };
            expect(await whoIs(bearer(school, access_token))).toBe('anna');
          }
        }),
        'a form of either kind is understood, and its answer is not to be kept': overHttp(async () => {
          const fields = passwordGrant(anna);
          const parts = Object.entries(fields).map(([field, bytes]) => ({ field, bytes }));
          const forms = [
            { headers: urlencoded, body: fieldsOf(fields) },
            { headers: { 'content-type': formType() }, body: formOf(parts) },
          ];
          for (const form of forms) {
            const response = await rawRequest(school.raw, { method: 'POST', path: tokenPath, ...form });
            expect(response.status, response.text).toBe(200);
            expect(response.headers['cache-control']).toBe('no-store');
            const { access_token } = response.json() as { access_token: string };
            expect(await whoIs(bearer(school, access_token))).toBe('anna');
          }
        }),
      },
      refusal: {
        'a wrong client, secret, user or password is 401': async () => {
          const right = passwordGrant(await newPerson(school));
          const wrong = [
            { ...right, client_id: 'eduApp', client_secret: 'secret' },
            { ...right, client_id: 'unknown' },
            { ...right, client_secret: 'wrong' },
            { ...right, client_secret: '' },
            { ...right, username: newName('unknown') },
            { ...right, password: 'wrong' },
            { ...right, password: '' },
          ];
          for (const body of wrong) await expectRefused(school.nobody.createToken({ body }), 401, /client|username/);
        },
        'a refresh token that was used ends all tokens of its sign-in, and no others': async () => {
          const other = await school.nobody.createToken({ body: passwordGrant(anna) });
          const first = await school.nobody.createToken({ body: passwordGrant(anna) });
          const second = await school.nobody.createToken({ body: refreshGrant(first.refresh_token) });
          await expectRefused(
            school.nobody.createToken({ body: refreshGrant(first.refresh_token) }),
            401,
            /used before/,
          );
          expect(await whoIs(bearer(school, second.access_token))).toBeNull();
          await expectRefused(school.nobody.createToken({ body: refreshGrant(second.refresh_token) }), 401);
          expect(await whoIs(bearer(school, other.access_token))).toBe('anna');
        },
        'of fifty refreshes at a time one gets new tokens, and then none is good': async () => {
          const { refresh_token } = await school.nobody.createToken({ body: passwordGrant(anna) });
          const answers = await Promise.allSettled(
            Array.from({ length: 50 }, () => school.nobody.createToken({ body: refreshGrant(refresh_token) })),
          );
          const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
          expect(given).toHaveLength(1);
          expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.status] : []))).toEqual(
            Array(49).fill(401),
          );
          for (const { access_token, refresh_token: next } of given) {
            expect(await whoIs(bearer(school, access_token))).toBeNull();
            await expectRefused(school.nobody.createToken({ body: refreshGrant(next) }), 401);
          }
        },
        'the tokens of a blocked person are good for nothing, and a refresh gives no others': async () => {
          const person = await newPerson(school);
          const token = await school.nobody.createToken({ body: passwordGrant(person) });
          const setStatus = (status: 'active' | 'blocked') =>
            school.admin.setPersonStatus({ repository, person: person.userName, status });
          await setStatus('blocked');
          expect(await whoIs(bearer(school, token.access_token))).toBeNull();
          await expectRefused(school.nobody.createToken({ body: refreshGrant(token.refresh_token) }), 401);
          await setStatus('active');
          await expectRefused(school.nobody.createToken({ body: refreshGrant(token.refresh_token) }), 401);
        },
        'tokens end with a new password, and with the person': async () => {
          const person = await newPerson(school);
          const first = await school.nobody.createToken({ body: passwordGrant(person) });
          const path = { repository, person: person.userName };
          await school.admin.setPersonCredential({ ...path, body: { newPassword: 'another' } });
          expect(await whoIs(bearer(school, first.access_token))).toBeNull();
          await expectRefused(school.nobody.createToken({ body: refreshGrant(first.refresh_token) }), 401);
          const second = await school.nobody.createToken({ body: passwordGrant({ ...person, password: 'another' }) });
          await school.admin.deletePerson(path);
          await school.admin.createPerson({ ...path, password: 'another', body: {} });
          expect(await whoIs(bearer(school, second.access_token))).toBeNull();
          await expectRefused(school.nobody.createToken({ body: refreshGrant(second.refresh_token) }), 401);
        },
      },
      badInput: {
        'an unknown grant, or a missing field, is 401': async () => {
          const right = passwordGrant(anna);
          const { username: _, ...withoutUser } = right;
          for (const body of [{}, { grant_type: 'password' }, { ...right, grant_type: 'implicit' }, withoutUser]) {
            await expectRefused(school.nobody.createToken({ body }), 401);
          }
          for (const token of ['', 'x', 'x.y', `${'a'.repeat(43)}.${'b'.repeat(43)}`, '../../etc']) {
            await expectRefused(school.nobody.createToken({ body: refreshGrant(token) }), 401, /refresh_token/);
          }
        },
        'JSON is 401 and says what to send': overHttp(async () => {
          const headers = { 'content-type': 'application/json' };
          const body = JSON.stringify(passwordGrant(anna));
          const response = await rawRequest(school.raw, { method: 'POST', path: tokenPath, headers, body });
          expect(response.status).toBe(401);
          expect(response.text).toMatch(/form fields, not JSON.*Authorization: Basic/);
        }),
        'a client in the header and another one in the form are 401': overHttp(async () => {
          const { client_secret: _, ...fields } = passwordGrant(anna);
          const headers = { ...urlencoded, ...clientHeader('other', 'secret') };
          const response = await rawRequest(school.raw, {
            method: 'POST',
            path: tokenPath,
            headers,
            body: fieldsOf(fields),
          });
          expect(response.status).toBe(401);
          expect(response.text).toMatch(/different clients/);
        }),
        'what is no form, or gives secrets elsewhere, is 401 too': overHttp(async () => {
          const fields = fieldsOf(passwordGrant(anna));
          const attempts = [
            { path: `${tokenPath}?${fields}` },
            {
              path: tokenPath,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(passwordGrant(anna)),
            },
            { path: tokenPath, headers: { 'content-type': formType() }, body: '--edge-of-form\r\nbroken' },
            { path: tokenPath, headers: urlencoded, body: `${fields}&username=bert` },
            { path: tokenPath, headers: { ...urlencoded, ...basic(anna) }, body: 'grant_type=password' },
          ];
          for (const attempt of attempts) {
            const response = await rawRequest(school.raw, { method: 'POST', ...attempt });
            expectRefusal(response, 401);
            expect(response.headers['cache-control']).toBe('no-store');
            expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
          }
        }),
      },
    });
  },
  { overrides: knowingOAuthClient },
);
