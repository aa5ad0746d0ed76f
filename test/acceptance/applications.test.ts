import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { asUpload, newApp, registeredApp, registrationOf, signedBy } from '../support/apps.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { admin, basic } from '../support/people.ts';
import { formOf, formType, rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const register = (school: School, text: string | Buffer) => school.admin.registerApplication({ body: asUpload(text) });

const pemOf = (modulusLength: number): string =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

async function idsIn(school: School): Promise<string[]> {
  return (await school.admin.listApplications()).map(({ id }) => id);
}

withTransports((school) => {
  describeOperation('registerApplication', school, {
    effect: {
      'answers the properties of the registration, and the app can sign': async () => {
        const app = newApp();
        const answer = await register(school, registrationOf(app.entries));
        expect(answer).toEqual({ ...app.entries, public_key: app.entries['public_key']?.trim() });
        await school.withHeaders(signedBy(app)).signInByApp({ userId: newName('pupil') });
      },
      'the key may be indented, in one line, or bare': async () => {
        const pem = newApp().entries['public_key'] ?? '';
        const forms = [
          pem.replaceAll('\n', '\n    '),
          pem.replaceAll('\n', ''),
          pem.replaceAll(/-----[^-]+-----|\n/g, ''),
        ];
        for (const public_key of forms) {
          const app = await registeredApp(school, { public_key });
          await school.withHeaders(signedBy(app)).signInByApp({ userId: newName('pupil') });
        }
      },
      'a byte order mark, a comment and a CDATA section are understood': async () => {
        const app = newApp();
        const text = registrationOf(app.entries)
          .replace('<properties>', '<properties>\n<!-- by hand -->\n<comment>ours</comment>')
          .replace('>LMS<', '><![CDATA[LMS]]><');
        expect(await register(school, `\uFEFF${text}`)).toMatchObject({ appid: app.id, type: 'LMS' });
      },
      'what is secret in it is not kept': async () => {
        const secret = newName('hidden');
        const answer = await register(
          school,
          registrationOf({ ...newApp().entries, private_key: secret, db_password: secret }),
        );
        expect(JSON.stringify([answer, await school.admin.listApplications()])).not.toContain(secret);
      },
      'a form over HTTP is understood as plugins send it': overHttp(async () => {
        const app = newApp();
        const bytes = registrationOf(app.entries);
        const response = await rawRequest(school.raw, {
          method: 'PUT',
          path: '/admin/v1/applications/xml',
          headers: { ...basic(admin), 'content-type': formType() },
          body: formOf([{ field: 'xml', fileName: 'metadata.xml', mimeType: 'text/xml', bytes }]),
        });
        expect(response.status, response.text).toBe(200);
        expect(await idsIn(school)).toContain(app.id);
      }),
    },
    refusal: {
      'only an administrator registers apps': async () => {
        const app = newApp();
        const body = () => asUpload(registrationOf(app.entries));
        await expectRefused(school.anna.registerApplication({ body: body() }), 403);
        await expectRefused(school.nobody.registerApplication({ body: body() }), 401);
        expect(await idsIn(school)).not.toContain(app.id);
      },
      'an app that is there already stays as it is': async () => {
        const app = await registeredApp(school);
        const other = registrationOf({ ...app.entries, trustedclient: 'false' });
        await expectRefused(register(school, other), 400, /already in registry/);
        await school.withHeaders(signedBy(app)).signInByApp({ userId: newName('pupil') });
      },
    },
    badInput: {
      'what an app needs and does not have is named': async () => {
        const { entries } = newApp();
        const cases: [Record<string, string>, RegExp][] = [
          [{ ...entries, appid: '' }, /no appid/],
          [{ type: 'LMS' }, /no appid/],
          [{ ...entries, appid: 'a/b' }, /app ID/],
          [{ ...entries, type: '' }, /has no type/],
          [{ ...entries, public_key: 'no key' }, /not a public key in PEM format/],
          [{ ...entries, public_key: pemOf(1024) }, /1024 bits/],
          [{ ...entries, appcaption: 'x'.repeat(30_000) }, /too long/],
        ];
        for (const [each, message] of cases) await expectRefused(register(school, registrationOf(each)), 400, message);
        expect(await idsIn(school)).not.toContain(entries['appid']);
      },
      'a private key, and one of another kind, are refused': async () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const { publicKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        const wrong: [string, RegExp][] = [
          [privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), /private key/],
          [curve.export({ type: 'spki', format: 'pem' }).toString(), /not an RSA key/],
        ];
        for (const [public_key, message] of wrong) {
          await expectRefused(register(school, registrationOf({ ...newApp().entries, public_key })), 400, message);
        }
      },
      'what is no registration is refused, whatever it tries': async () => {
        const entry = '<entry key="appid">&a;</entry>';
        const cases = [
          '',
          'not XML',
          '{"appid":"x"}',
          '<properties></properties>',
          '<html><body>x</body></html>',
          `<!DOCTYPE properties [<!ENTITY a SYSTEM "file:///etc/passwd">]><properties>${entry}</properties>`,
          `<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><properties>${entry}</properties>`,
          `<properties>${'<entry key="a">'.repeat(1000)}`,
          `<properties>${Array.from({ length: 300 }, (_, n) => `<entry key="k${n}">v</entry>`).join('')}</properties>`,
          Buffer.alloc(200_000, 'x'),
        ];
        for (const text of cases) await expectRefused(register(school, text), 400, /registration/);
      },
      'a form without a file is refused': overHttp(async () => {
        const response = await rawRequest(school.raw, {
          method: 'PUT',
          path: '/admin/v1/applications/xml',
          headers: { ...basic(admin), 'content-type': formType() },
          body: formOf([{ field: 'other', bytes: 'x' }]),
        });
        expectRefusal(response, 400, /field xml/);
      }),
    },
  });

  describeOperation('listApplications', school, {
    effect: {
      'names them with title and type, also after a restart': async () => {
        const app = await registeredApp(school, { type: 'CMS', appcaption: 'Our site' });
        const titleless = await registeredApp(school, { appcaption: undefined });
        await school.restart();
        const list = await school.admin.listApplications();
        expect(list).toContainEqual(expect.objectContaining({ id: app.id, title: 'Our site', type: 'CMS' }));
        expect(list.find(({ id }) => id === titleless.id)?.title).toBe(titleless.id);
      },
    },
    refusal: {
      'only an administrator sees them': async () => {
        await expectRefused(school.anna.listApplications(), 403);
        await expectRefused(school.nobody.listApplications(), 401);
      },
    },
    badInput: {
      'wrong credentials are refused': async () => {
        await expectRefused(school.withHeaders({ authorization: 'EDU-TICKET x' }).listApplications(), 401);
      },
    },
  });

  describeOperation('removeApplication', school, {
    effect: {
      'it cannot sign any more, and may be registered anew': async () => {
        const app = await registeredApp(school);
        const { ticket } = await school.withHeaders(signedBy(app)).signInByApp({ userId: newName('pupil') });
        await school.admin.removeApplication({ application: app.id });
        const attempt = school.withHeaders(signedBy(app)).signInByApp({ userId: newName('pupil') });
        await expectRefused(attempt, 400, /not registered/);
        await register(school, registrationOf(app.entries));
        await school.withHeaders(signedBy(app)).signInByApp({ userId: newName('pupil') });
        const old = school.withHeaders({ authorization: `EDU-TICKET ${ticket}` });
        expect(await old.validateSession()).toMatchObject({ statusCode: 'INVALID_CREDENTIALS' });
      },
    },
    refusal: {
      'only an administrator removes apps': async () => {
        const app = await registeredApp(school);
        await expectRefused(school.anna.removeApplication({ application: app.id }), 403);
        await expectRefused(school.nobody.removeApplication({ application: app.id }), 401);
        expect(await idsIn(school)).toContain(app.id);
      },
    },
    badInput: {
      'an unknown app is missing': async () => {
        await expectRefused(school.admin.removeApplication({ application: newName('unknown') }), 404, /does not exist/);
      },
    },
  });

  test('names of properties may be any', async () => {
    const answer = await register(
      school,
      registrationOf({ ...newApp().entries, ['__proto__']: 'x', constructor: 'y' }),
    );
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['constructor']));
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
