import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { templateMistake } from '../../../../src/adapters/reports/template/check-template.ts';
import { packageFolder } from '../../../../src/base/package-files.ts';
import { dataReportNames } from '../../../../src/domain/privacy/report-view.ts';

const names = { title: 'text', url: 'text', rows: { name: 'text', more: { value: 'text' } } } as const;

/** The template, the line of its mistake, and a part of the message. */
const mistakes: readonly [string, number, string][] = [
  ['<p>\n{{titel}}</p>', 2, 'The nearest name is title'],
  ['<p>{{name}}</p>', 1, '"name" is unknown here'],
  ['<p>\n\n{{title</p>', 3, 'is not closed'],
  ['<ul>\n{{#rows}}<li>x</li></ul>', 2, 'Write {{/rows}} after it'],
  ['<p>a</p>\n{{/rows}}', 2, 'does not begin'],
  ['<p>\n{{{title}}}</p>', 2, 'would insert text as HTML'],
  ['<p>\n{{& title}}</p>', 2, 'would insert text as HTML'],
  ['<p>a</p>\n{{> other}}', 2, 'includes another template'],
  [`\n${'<div>'.repeat(8_000)}${'</div>'.repeat(8_000)}`, 2, 'in more than 100 other elements'],
  [`\n\n${'{{#rows}}'.repeat(8_000)}${'{{/rows}}'.repeat(8_000)}`, 3, 'in more than 100 other sections'],
  ['{{=<% %>=}}\n<p><% title %></p>', 1, 'Other delimiters'],
  ['<p>{{rows}}</p>', 1, 'is a list'],
  ['<p>\n{{constructor}}</p>', 2, 'is unknown'],
  ['<p>{{.}}</p>', 1, 'is unknown'],
  ['<p>a</p>\n<p>b', 2, '<p> does not end'],
  ['<p><strong>a</p>', 1, '<strong> does not end'],
  ['<p>a</p>\n</strong>', 2, '</strong> ends an element that does not begin'],
  ['<p>a</p>\n<p', 2, 'not closed'],
  ['<p>a</p>\n<p/>', 2, 'is not HTML'],
  ['<p>a</p>\n<script>alert(1)</script>', 2, 'loads nothing'],
  ['<p>\n<img src="http://127.0.0.1/x.png"></p>', 2, 'loads nothing'],
  ['<style>p { color: red }</style>', 1, 'loads nothing'],
  ['<link rel="stylesheet" href="http://127.0.0.1/">', 1, 'loads nothing'],
  ['<p>a</p>\n<tabel></tabel>', 2, 'The nearest element is <table>'],
  ['<p onclick="x()">a</p>', 1, 'attribute onclick'],
  ['<p\nclass="a">a</p>', 1, 'attribute class'],
  ['<p style="color: red">a</p>', 1, 'The style "color: red"'],
  ['<p style="width: 20%">a</p>', 1, 'is not supported'],
  ['<p><a href="javascript:alert(1)">a</a></p>', 1, 'must begin with https:'],
  ['<p><a href="page.html">a</a></p>', 1, 'must begin with https:'],
  ['<p><a href="https://x.example/{{title}}">a</a></p>', 1, 'must begin with https:'],
  ['text', 1, 'Text is not allowed here'],
  ['<table>\n<tr><td>a</td>b</tr></table>', 2, 'directly in <tr>'],
  ['<table><td>a</td></table>', 1, 'Allowed there: <thead>'],
  ['<table><tr><td><p>a</p></td></tr></table>', 1, '<p> is not allowed in <td>'],
  ['<p><a href="{{url}}"><a href="{{url}}">a</a></a></p>', 1, '<a> is not allowed in <a>'],
  ['{{#title}}<p>{{/title}}</p>', 1, '<p> does not end'],
  ['<p>a</p>\n<ul><li>{{#rows}}</li></ul>{{/rows}}', 2, 'does not begin and end in the same element'],
  ['<table><tr><th scope="all">a</th></tr></table>', 1, '"col" or "row"'],
  ['<head><meta charset="iso-8859-1"></head>', 1, 'UTF-8'],
];

describe('a template', () => {
  test.each(mistakes)('%j has a mistake in line %i', (template, line, message) => {
    const mistake = templateMistake(template.startsWith('<head') ? `<html>${template}</html>` : template, names);
    expect(mistake).toMatchObject({ line, message: expect.stringContaining(message) });
  });

  test.each([
    '<h1>{{title}}</h1>',
    '<!-- a comment with <p> and & --><p>{{! another with <b> }}a</p>',
    '{{#rows}}<p>{{name}} {{title}}{{#more}}{{value}}{{/more}}</p>{{/rows}}{{^rows}}<p>none</p>{{/rows}}',
    '<p>{{#title}}{{title}}{{/title}}{{^title}}–{{/title}}<br></p><hr>',
    '<P>Capital</P><div style="break-before: page"></div><p>1 &lt; 2 &uuml;</p>',
    '<table><thead><tr><th style="width: 30%">a</th></tr></thead>{{#rows}}<tr><td>{{name}}</td></tr>{{/rows}}</table>',
    '<p><a href="{{url}}">{{url}}</a> <a href="mailto:a@b.example">a</a></p>',
  ])('%j can be used', (template) => {
    expect(templateMistake(template, names)).toBeUndefined();
  });

  test('of a long text is checked quickly', () => {
    const template = '<p>{{title}} {{#rows}}{{name}}{{/rows}}</p>\n'.repeat(1_000);
    const from = performance.now();
    expect(templateMistake(`${template}<p>`, names)?.line).toBe(1_001);
    expect(performance.now() - from).toBeLessThan(5_000);
  });

  test('of this release can be used, and shows every name', async () => {
    const shipped = await readFile(new URL('data-template/html/dataprotection/report.html', packageFolder), 'utf8');
    expect(templateMistake(shipped, dataReportNames)).toBeUndefined();
    const tags = shipped.slice(shipped.indexOf('<body>'));
    const inside = Object.values(dataReportNames).flatMap((value) =>
      typeof value === 'object' ? Object.keys(value) : [],
    );
    const unused = [...Object.keys(dataReportNames), ...inside].filter(
      (name) => !new RegExp(`\\{\\{#?${name}\\}\\}`).test(tags),
    );
    expect(unused).toEqual([]);
    expect(shipped).not.toMatch(/rating|bewertung/i);
  });
});
