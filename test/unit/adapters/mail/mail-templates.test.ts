import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMailTemplates } from '../../../../src/adapters/mail/mail-templates.ts';
import { TemplateError } from '../../../../src/ports/report-writer.ts';
import { temporaryFolder } from '../../../conformance/temporary-folder.ts';

const values = {
  firstName: 'Łukasz',
  lastName: 'Müßig',
  link: 'https://schule.example/?a=1&b=2',
  retentionPeriod: '10',
};

/** Templates in a data directory. Without a text, the template is missing. */
async function templates(text?: string | Buffer) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  if (text !== undefined) await writeFile(join(path, 'gdpr.yaml'), text);
  return { folder: path, templates: createMailTemplates({ folder: path, displayedFolder: 'mail' }) };
}

const own = (subject: string, text = 'Text', html = '<p>HTML</p>'): string =>
  `subject: ${JSON.stringify(subject)}\ntext: |\n  ${text.replaceAll('\n', '\n  ')}\nhtml: |\n  ${html.replaceAll('\n', '\n  ')}\n`;

async function mistakeOf(text: string | Buffer): Promise<TemplateError> {
  const failure = await (await templates(text)).templates.fill('gdpr', values).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TemplateError);
  return failure as TemplateError;
}

describe('the shipped template', () => {
  test('is used where the data directory has none', async () => {
    const mail = await (await templates()).templates.fill('gdpr', values);
    expect(mail.subject).toBe('Ihre persönlichen Daten stehen zum Herunterladen bereit');
    expect(mail.text).toContain('Guten Tag Łukasz Müßig,\n');
    expect(mail.text).toContain(`\n${values.link}\n`);
    expect(mail.text).toContain('10 Tage');
    expect(mail.html).toContain('href="https://schule.example/?a=1&amp;b=2"');
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('{{');
  });

  test('greets a person without a name', async () => {
    const mail = await (await templates()).templates.fill('gdpr', { ...values, firstName: '', lastName: '' });
    expect(mail.text).toContain('Guten Tag,\n');
    expect(mail.html).toContain('<p>Guten Tag,</p>');
  });

  test('has HTML that closes what it opens', async () => {
    const { html } = await (await templates()).templates.fill('gdpr', values);
    const open: string[] = [];
    for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
      if (['meta', 'br'].includes(name)) continue;
      if (end === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

describe('a template of the data directory', () => {
  test('is read again for each mail', async () => {
    const { folder, templates: all } = await templates(own('Eins'));
    expect((await all.fill('gdpr', values)).subject).toBe('Eins');
    await writeFile(join(folder, 'gdpr.yaml'), own('Zwei {{lastName}}'));
    expect((await all.fill('gdpr', values)).subject).toBe('Zwei Müßig');
    await rm(join(folder, 'gdpr.yaml'));
    expect((await all.fill('gdpr', values)).subject).toMatch(/^Ihre persönlichen Daten/);
  });

  test('with a byte order mark and the line ends of Windows', async () => {
    const text = `\ufeff${own('{{firstName}}').replaceAll('\n', '\r\n')}`;
    const { subject, text: plain } = await (await templates(text)).templates.fill('gdpr', values);
    expect([subject, plain]).toEqual(['Łukasz', 'Text\n']);
  });

  test('shows what is in names as text, and follows no tags in them', async () => {
    const { templates: all } = await templates(own('Für {{firstName}}', '{{firstName}}', '<p title="{{firstName}}">'));
    const firstName = '<img src=x onerror="alert(\'1\')">\r\nBcc: x@y.z {{link}} {{{link}}}';
    const mail = await all.fill('gdpr', { ...values, firstName });
    const shown = '<img src=x onerror="alert(\'1\')"> Bcc: x@y.z {{link}} {{{link}}}';
    expect(mail.subject).toBe(`Für ${shown}`);
    expect(mail.text.trim()).toBe(shown);
    expect(mail.html).not.toMatch(/<img|"alert|'1'/);
    expect(mail.html).toContain('&lt;img src');
  });

  test.each([
    ['subject: a\ntext: b\n', /^mail\/gdpr\.yaml:1:1: the key html is missing/],
    ['', /^mail\/gdpr\.yaml:1:1: /],
    ['just a text', /^mail\/gdpr\.yaml:1:1: .*subject, text and html/],
    ['subject: a\ntitle: b\ntext: c\nhtml: d\n', /gdpr\.yaml:2:1: "title" is not a key .*nearest one is text/],
    ['subject: [a]\ntext: b\nhtml: c\n', /gdpr\.yaml:1:1: subject must be a text/],
    [
      'subject: {{link}}\ntext: b\nhtml: c\n',
      /gdpr\.yaml:1:1: subject must be a text\. If it begins with \{\{, put it in quotes/,
    ],
    ['subject: |\n  a\n  b\ntext: b\nhtml: c\n', /gdpr\.yaml:1:1: subject must be a single line/],
    ['subject: ""\ntext: b\nhtml: c\n', /gdpr\.yaml:1:1: subject is empty/],
    ['subject: a\n  text: b\nhtml: c\n', /gdpr\.yaml:1:10: Nested mappings/],
    ['subject: a\nsubject: b\ntext: b\nhtml: c\n', /gdpr\.yaml:2:1: .*unique/],
    [
      own('a', 'ä\nb\n{{vorname}}'),
      /gdpr\.yaml:5:3: text: "vorname" is unknown here\. The nearest name is \w+; all names: firstName, lastName, link, retentionPeriod/,
    ],
    [own('a', 'b', 'c\n\n{{{link}}}'), /gdpr\.yaml:7:3: html: \{\{\{link\}\}\}.*as HTML\. Write \{\{link\}\}/],
    [own('a', '{{>other}}'), /gdpr\.yaml:3:3: .*includes another template/],
    [`subject: a\ntext: ${'['.repeat(9_000)}`, /^mail\/gdpr\.yaml:2:\d+: it is nested too deeply$/],
    [own('a', '{{#link}}'.repeat(200)), /gdpr\.yaml:3:903: text: This section is in more than 100 other sections/],
    [own('a', '{{=<% %>=}}'), /gdpr\.yaml:3:3: .*delimiters/],
    [own('a', 'b\n{{link'), /gdpr\.yaml:4:3: text: This \{\{ is not closed/],
    [own('a', 'b\n{{#link}} c'), /gdpr\.yaml:4:3: text: The section link does not end\. Write \{\{\/link\}\}/],
    [own('a', 'b\n{{/link}} c'), /gdpr\.yaml:4:3: text: .*does not begin/],
    [own('a', 'x'.repeat(300_000)), /^mail\/gdpr\.yaml: it has more than 200000 characters/],
    [Buffer.from([0xff, 0xfe, 0x41]), /^mail\/gdpr\.yaml: it is not UTF-8/],
  ])('%# with a mistake names its line', async (text, message) => {
    expect((await mistakeOf(text)).message).toMatch(message);
  });

  test('with several mistakes reports all of them', async () => {
    const { message, location } = await mistakeOf(own('{{a}}', '{{b}}', '{{c}}'));
    expect(location).toBe('mail/gdpr.yaml:1:11');
    expect(message.match(/gdpr\.yaml:\d+:\d+/g)).toEqual(['gdpr.yaml:1:11', 'gdpr.yaml:3:3', 'gdpr.yaml:5:3']);
  });

  test('that is a folder, or a named pipe, cannot be read', async () => {
    const { folder, templates: all } = await templates();
    await mkdir(join(folder, 'gdpr.yaml'));
    await expect(all.fill('gdpr', values)).rejects.toThrow(/^mail\/gdpr\.yaml: it cannot be read: /);
    await rm(join(folder, 'gdpr.yaml'), { recursive: true });
    await execa('mkfifo', [join(folder, 'gdpr.yaml')]);
    await expect(all.fill('gdpr', values)).rejects.toThrow(/^mail\/gdpr\.yaml: it cannot be read: /);
  });

  test.each(['../gdpr', 'GDPR', '', 'a/b'])('the name %j is refused', async (name) => {
    await expect((await templates()).templates.fill(name, values)).rejects.toThrow(TypeError);
  });

  test('without a shipped one may not be missing', async () => {
    const { templates: all } = await templates();
    await expect(all.fill('welcome', values)).rejects.toThrow('mail/welcome.yaml: the template does not exist');
  });
});
