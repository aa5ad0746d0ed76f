import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { createThumbnailMaker } from '../../src/adapters/thumbnails/thumbnail-maker.ts';
import { thumbnailSourceOf } from '../../src/domain/renditions/thumbnail-source.ts';
import type { ThumbnailMaker, ThumbnailOutcome } from '../../src/ports/thumbnails.ts';
import { type Part, zip } from '../support/archives.ts';
import { plainImage } from '../support/pictures.ts';
import { removeFolder, temporaryFolder } from '../support/repository.ts';

let maker: ThumbnailMaker | undefined;
let folder = '';

afterEach(async () => {
  await maker?.stop();
  await removeFolder(folder);
});

async function open(limits: { time?: number; memory?: number } = {}): Promise<ThumbnailMaker> {
  folder = await temporaryFolder();
  maker = createThumbnailMaker({ folder: join(folder, 'tmp'), time: 30_000, memory: 1_000_000_000, ...limits });
  return maker;
}

/** What comes of these bytes, taken for what they begin like. */
async function outcomeOf(by: ThumbnailMaker, bytes: Buffer | string): Promise<ThumbnailOutcome | 'not looked at'> {
  const whole = Buffer.from(bytes);
  const source = thumbnailSourceOf(whole.subarray(0, 4096));
  if (source === undefined) return 'not looked at';
  return by.make(source, async () => Readable.from([whole]), { urgent: false });
}

const why = async (by: ThumbnailMaker, bytes: Buffer | string): Promise<string> => {
  const outcome = await outcomeOf(by, bytes);
  if (outcome === 'not looked at') return outcome;
  return outcome.made === null ? outcome.why : 'made';
};

/** The processes that this one has started. */
const children = (): string[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && existsSync(`/proc/${entry}/status`))
    .filter((pid) => {
      try {
        return new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    })
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('thumbnails/worker');
      } catch {
        return false;
      }
    });

const document = (thumbnail: Omit<Part, 'name'>): Buffer =>
  zip([
    { name: 'word/document.xml', content: Buffer.from('<w/>') },
    { name: 'docProps/thumbnail.png', ...thumbnail },
  ]);

/** A PDF of one page with a bar on it. */
function pdf(page = '/MediaBox[0 0 200 100]', trailer = ''): string {
  const stream = '1 0 0 rg 20 20 160 60 re f';
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R${page}/Contents 4 0 R>>endobj`,
    `4 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj`,
    `trailer<</Root 1 0 R${trailer}>>`,
    '%%EOF',
  ].join('\n');
}

const svg = (inside: string, attributes = 'width="90" height="60"', before = ''): string =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

/** A PNG whose header says that it is so large; the rest is nothing. */
function pngOf(width: number, height: number, real: Buffer): Buffer {
  const lying = Buffer.from(real);
  lying.writeUInt32BE(width, 16);
  lying.writeUInt32BE(height, 20);
  return lying;
}

describe('a file that is meant to do harm', () => {
  test('gets no picture, the worker goes on, and its memory stays as it was', async () => {
    const by = await open();
    const image = await plainImage('png', { width: 40, height: 40 });
    const jpeg = await plainImage('jpeg', { width: 400, height: 400 });
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "xxxxxxxxxx">${entities}]>`;
    const zeros = Buffer.alloc(60_000_000);
    const files: Readonly<Record<string, readonly [Buffer | string, string]>> = {
      'a picture of 12,000 x 12,000': [await plainImage('png', { width: 12_000, height: 12_000 }), 'too large'],
      'a picture that says it is huge': [pngOf(2_000_000_000, 2_000_000_000, image), 'damaged'],
      'a document with a blank picture': [
        document({ content: await plainImage('jpeg', { width: 256, height: 192 }, '#fefefe') }),
        'none inside',
      ],
      'a picture that ends early': [jpeg.subarray(0, jpeg.length / 2), 'damaged'],
      'a picture of nothing but a mark': ['\x89PNG\r\n\x1a\n', 'not looked at'],
      'entities in entities': [svg('<text y="20">&e9;</text>', undefined, bomb), 'damaged'],
      'a file of the server': [
        svg('<text y="20">&f;</text>', undefined, '<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>'),
        'damaged',
      ],
      'a drawing without an end': ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g>', 'damaged'],
      'a thumbnail that unpacks to 60 MB': [document({ content: zeros, packed: true }), 'too large'],
      'one that says it is small': [document({ content: zeros, packed: true, claimedSize: 900 }), 'damaged'],
      'archives in archives': [document({ content: document({ content: zeros, packed: true }) }), 'none inside'],
      'an archive without its end': [document({ content: image }).subarray(0, 120), 'damaged'],
      'an archive with nothing to show': [zip([{ name: 'a.txt', content: Buffer.from('a') }]), 'none inside'],
      'a thumbnail that is none': [document({ content: Buffer.from('words') }), 'none inside'],
      'a PDF of nothing': ['%PDF-1.7 and no more', 'damaged'],
      'a page without size': [pdf('/MediaBox[0 0 0 0]/UserUnit 0'), 'made'],
      'a page of a hundred kilometres': [pdf('/MediaBox[0 0 99999999 99999999]'), 'made'],
      'a PDF behind a password': [pdf(undefined, passwordOnly), 'encrypted'],
    };
    const seen: Record<string, string> = {};
    for (const [name, [bytes]] of Object.entries(files)) seen[name] = await why(by, bytes);
    expect(seen).toEqual(Object.fromEntries(Object.entries(files).map(([name, [, expected]]) => [name, expected])));
    expect(await why(by, image)).toBe('made');
    const [pid = ''] = children();
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    expect(Number(kilobytes)).toBeLessThan(400_000);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  test('does not load what a drawing refers to', async () => {
    const by = await open();
    const path = join(folder, 'secret.png');
    await sharp(await plainImage('png', { width: 90, height: 60 }, '#ff0000')).toFile(path);
    const references = ['file://', ''].map((scheme) => `<image xlink:href="${scheme}${path}" width="90" height="60"/>`);
    const outcome = await outcomeOf(by, svg(references.join('')));
    if (outcome === 'not looked at' || outcome.made === null) throw new Error('There should be an empty picture.');
    const { channels } = await sharp(outcome.bytes.large).ensureAlpha().stats();
    expect(channels[3]?.max).toBe(0);
  });

  test('is given up when it takes too long, and the next one is made', async () => {
    const by = await open({ time: 1_500 });
    const slow = `<filter id="f"><feTurbulence numOctaves="200" baseFrequency=".9"/><feGaussianBlur stdDeviation="300"/></filter>`;
    const rects = '<rect width="100%" height="100%" filter="url(#f)"/>'.repeat(400);
    expect(await why(by, svg(slow + rects, 'width="1200" height="1200"'))).toBe('took too long');
    const again = createThumbnailMaker({ folder: join(folder, 'more'), time: 30_000, memory: 1_000_000_000 });
    expect(await why(again, await plainImage('png', { width: 4, height: 4 }))).toBe('made');
    await again.stop();
  });

  test('is given up when it takes too much memory', async () => {
    const by = await open({ memory: 150_000_000 });
    const large = await plainImage('png', { width: 10_000, height: 10_000 });
    const interlaced = await sharp(large).png({ progressive: true }).toBuffer();
    expect(await why(by, interlaced)).toBe('too much memory');
    expect(children()).toEqual([]);
  });
});

describe('the process that makes pictures', () => {
  test('is one, comes again when it was killed, and is gone when its maker stops', async () => {
    const by = await open();
    const image = await plainImage('png', { width: 40, height: 40 });
    expect(children()).toEqual([]);
    await Promise.all([why(by, image), why(by, svg('<g/>')), why(by, pdf())]);
    const [first = '', ...others] = children();
    expect(others).toEqual([]);
    process.kill(Number(first), 'SIGKILL');
    expect(await why(by, image)).toBe('made');
    // By terminals and service managers it is told to end beside its server.
    for (const pid of children()) process.kill(Number(pid), 'SIGTERM');
    expect(await why(by, image)).toBe('made');
    await by.stop();
    expect(children()).toEqual([]);
    await expect(why(by, image)).rejects.toThrow(/stopping/);
  });

  test('knows nothing of the secrets in the environment', async () => {
    process.env['OUR_SECRET'] = 'do not tell';
    const by = await open();
    await why(by, await plainImage('png', { width: 4, height: 4 }));
    const [pid = ''] = children();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('do not tell');
    delete process.env['OUR_SECRET'];
    expect(
      execFileSync('cat', [`/proc/${pid}/oom_score_adj`])
        .toString()
        .trim(),
    ).toBe('1000');
  });
});

// An /Encrypt dictionary that no empty password opens.
const passwordOnly =
  '/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<0000000000000000000000000000000000000000000000000000000000000000>' +
  '/U<1111111111111111111111111111111111111111111111111111111111111111>>>/ID[<00><00>]';
