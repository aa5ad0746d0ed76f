import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { withEveryTransport } from '../support/transports.ts';
import { aFile, at, download, makeFile, makeFolder, makeNode, pictureOf, versionsOf } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

withEveryTransport((school) => {
  describeOperation('uploadContent', school, {
    effect: {
      'the bytes come back as they were, and each upload makes a version that keeps its own': async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io', name: 'Blatt.txt' });
        const first = Buffer.from('erste Fassung\r\n\0\u{fffd}');
        const second = Buffer.from('zweite Fassung');
        await school.anna.uploadContent({ ...at(node), mimetype: 'text/plain', body: aFile(first) });
        const { node: now } = await school.anna.uploadContent({
          ...at(node),
          mimetype: 'text/plain',
          versionComment: 'MAIN_FILE_UPLOAD',
          body: aFile(second),
        });
        expect(await versionsOf(school.anna, node)).toEqual(['1.0', '1.1', '1.2']);
        expect(await download(school.anna, now)).toEqual(second);
        expect(await download(school.anna, now, '1.1')).toEqual(first);
        expect(now).toMatchObject({ size: String(second.length), mimetype: 'text/plain', contentVersion: '1.2' });
        expect(now.content).toMatchObject({
          hash: createHash('sha256').update(second).digest('hex'),
          version: '1.2',
        });
        const comments = await Promise.all(
          [1, 2].map((minor) => school.anna.getVersion({ ...at(node), major: 1, minor })),
        );
        expect(comments.map(({ version }) => version.comment)).toEqual(['', 'MAIN_FILE_UPLOAD']);
      },
      'an empty file is content too': async () => {
        const node = await makeFile(school.anna, '', { name: 'leer.txt' });
        expect(node).toMatchObject({ size: '0', contentVersion: '1.1' });
        expect(node.downloadUrl).not.toBeNull();
        expect(await download(school.anna, node)).toHaveLength(0);
      },
      'the media type is what the query says, else what the part says, else what the name stands for': async () => {
        const typeAfter = async (mimetype: string | undefined, mimeTypeOfPart: string | undefined, name: string) => {
          const node = await makeNode(school.anna, { type: 'ccm:io', name });
          const { node: now } = await school.anna.uploadContent({
            ...at(node),
            ...(mimetype === undefined ? {} : { mimetype }),
            body: aFile('x', { mimeType: mimeTypeOfPart }),
          });
          return now.mimetype;
        };
        expect(await typeAfter('video/mp4', 'text/css', 'one.pdf')).toBe('video/mp4');
        expect(await typeAfter(undefined, 'text/css', 'two.pdf')).toBe('text/css');
        expect(await typeAfter(undefined, undefined, 'three.pdf')).toBe('application/pdf');
        expect(await typeAfter('no type\r\nX-Evil: 1', undefined, 'four.pdf')).toBe('application/pdf');
      },
      'a large file is streamed and comes back equal': async () => {
        const piece = Buffer.alloc(1_048_576, 'Übung macht den Meister. ');
        const pieces = Array.from({ length: 20 }, (_, index) => Buffer.concat([Buffer.from([index]), piece]));
        const whole = createHash('sha256');
        for (const each of pieces) whole.update(each);
        const node = await makeNode(school.anna, { type: 'ccm:io' });
        const { node: now } = await school.anna.uploadContent({
          ...at(node),
          mimetype: 'application/octet-stream',
          body: { name: 'large.bin', mimeType: undefined, bytes: Readable.from(pieces) },
        });
        const expected = whole.digest('hex');
        expect(now).toMatchObject({ size: String(20 * (piece.length + 1)), content: { hash: expected } });
        const back = await download(school.anna, now);
        expect(createHash('sha256').update(back).digest('hex')).toBe(expected);
      },
    },
    refusal: {
      'a stranger cannot replace the content': async () => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const call = () => ({ ...at(node), mimetype: 'text/plain', body: aFile('taken over') });
        await expectRefused(school.bert.uploadContent(call()), 403, /needs the right Write on/);
        await expectRefused(school.nobody.uploadContent(call()), 401, /Sign in/);
        expect(await pictureOf(school.anna, node)).toEqual(before);
      },
      'a large file that is refused is refused before it was all sent, or after': async () => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const large = Buffer.alloc(8_000_000, 'x');
        const attempt = school.bert.uploadContent({ ...at(node), body: aFile(large) });
        await expectRefused(attempt, 403, /needs the right Write on/);
        expect(await pictureOf(school.anna, node)).toEqual(before);
      },
    },
    badInput: {
      'a folder takes no content': async () => {
        const folder = await makeFolder(school.anna);
        const before = await pictureOf(school.anna, folder);
        const attempt = school.anna.uploadContent({ ...at(folder), mimetype: 'text/plain', body: aFile('x') });
        await expectRefused(attempt, 400, /is a folder/);
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
      'an unknown node is missing': async () => {
        const attempt = school.anna.uploadContent({ ...at(unknownNode), body: aFile('x') });
        await expectRefused(attempt, 404, /does not exist/);
      },
      'without a file nothing happens': async () => {
        const node = await makeFile(school.anna, 'mine');
        // The types forbid what is tried here.
        const body = undefined as unknown as ReturnType<typeof aFile>;
        await expectRefused(school.anna.uploadContent({ ...at(node), body }), 400, /file is missing.*field file/);
        expect(await versionsOf(school.anna, node)).toEqual(['1.0', '1.1']);
      },
      'a version comment without end is refused': async () => {
        const node = await makeFile(school.anna, 'mine');
        const attempt = school.anna.uploadContent({
          ...at(node),
          versionComment: 'x'.repeat(10_001),
          body: aFile('new'),
        });
        await expectRefused(attempt, 400, /versionComment/);
        expect(await versionsOf(school.anna, node)).toEqual(['1.0', '1.1']);
      },
    },
  });
});
