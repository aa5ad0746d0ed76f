import { beforeEach, describe, expect, test } from 'vitest';
import { skipWithout } from '../../../support/skip-policy.ts';
import { inspected, missingPoppler, pdfOf, textOf } from './report-pdf.ts';
import { filledView, shippedTemplate } from './report-samples.ts';

const missing = await missingPoppler();

beforeEach((context) => {
  if (missing !== undefined) skipWithout(context, missing);
});

describe('a report', () => {
  test('says everything of a person in the order of the template', async () => {
    const text = await textOf(await pdfOf(await shippedTemplate(), filledView), '-layout');
    expect(text).toBe(
      [
        'Auskunft über personenbezogene Daten',
        'Dieser Bericht zeigt, welche Daten unser Repositorium zur Person Łukasz Müßig Ελένη Иван',
        '(Benutzername: lmuessig) speichert. Exportdatum: 24. November 2026',
        'Stammdaten und Kontodaten Vorname Łukasz Nachname Müßig Ελένη Иван Benutzername lmuessig',
        'Weitere Kennungen DE-4711 E-Mail-Adresse lm@schule.example Rolle Lehrkraft',
        'Schule Gesamtschule Nord Schulnummer 08154711 Medienzentren Medienzentrum Nord',
        'Gruppen Kollegium Fachschaft Mathematik',
        'Erste Anmeldung 12.03.2024, 08:15:02 Letzte Anmeldung 23.11.2026, 17:42:11',
        'Private Sammlungen Titel Beschreibung Angelegt am Brüche Klasse 6 01.03.2025',
        'Freigegebene Sammlungen Keine freigegebenen Sammlungen.',
        'Feedback Übungsblatt Abgegeben am 04.05.2026 • Note: 2 Auskunft Seite 1 von 2',
        'Kommentare Material und Datum Kommentar Stundenentwurf Sehr gut! 05.05.2026 Danke.',
        'Weitere Informationen • Datenschutz: https://schule.example/datenschutz?a=ä Auskunft Seite 2 von 2',
      ].join(' '),
    );
  });

  test('says what there is nothing of', async () => {
    const empty = Object.fromEntries(
      Object.entries(filledView).map(([name, value]) => [name, typeof value === 'string' ? '' : []]),
    );
    const text = await textOf(await pdfOf(await shippedTemplate(), empty));
    for (const line of [
      'Keine privaten Sammlungen.',
      'Kein Feedback.',
      'Keine Kommentare.',
      'Keine Links.',
      'Unbekannt',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toContain('Titel');
  });

  test('shows markup and placeholders in values as text', async () => {
    const hostile = '<img src=http://127.0.0.1/x.png> {{email}} {{{email}}} <script>alert(1)</script> & &amp; </p>';
    const pdf = await pdfOf('<p>{{name}} <a href="{{url}}">link</a></p>', {
      name: hostile,
      url: 'javascript:alert(1)',
    });
    expect(await textOf(pdf)).toBe(`${hostile} link Auskunft Seite 1 von 1`);
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/\/URI|\/JavaScript|\/JS\b/);
  });

  test('shows a character without a picture as a replacement, and drops no other', async () => {
    const text = await textOf(
      await pdfOf('<p>{{text}}</p>', { text: 'a\u0000b 漢 c 👨‍👩‍👧 d \ue000 e \ud800 f e\u0301 \u200bg 😀' }),
    );
    expect(text).toBe('ab � c � d � e � f é g 😀 Auskunft Seite 1 von 1');
  });

  test('sets words from right to left, also in italics, where that font lacks Arabic', async () => {
    const pdf = await pdfOf('<p>Hebräisch: {{hebrew}} Ende. <em>{{arabic}}</em></p>', {
      hebrew: 'שלום עולם',
      arabic: 'مرحبا',
    });
    const text = (await textOf(pdf)).replaceAll(/[\u202a-\u202e]/g, '');
    expect(text).toContain('שלום עולם');
    expect(text).toContain('مرحبا');
    expect(text).toMatch(/Hebräisch: .*Ende\./);
  });

  test('breaks long words, long cells and long tables over lines and pages, and repeats heads', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({
      name: `Zeile ${index + 1}`,
      text: 'Wort '.repeat(index % 20),
    }));
    const template =
      '<table><thead><tr><th style="width: 30%">Kopfzeile</th><th>Text</th></tr></thead>{{#rows}}<tr><td>{{name}}</td><td>{{text}}</td></tr>{{/rows}}</table>';
    const long = [...rows, { name: 'x'.repeat(400), text: 'Lang '.repeat(5_000) }, { name: 'Letzte', text: '' }];
    const pdf = await pdfOf(template, { rows: long });
    const text = await textOf(pdf);
    const pages = Number(/Seite 1 von (\d+)/.exec(text)?.[1]);
    expect(pages).toBeGreaterThan(8);
    expect(text.match(/Kopfzeile/g)).toHaveLength(pages);
    expect(text.match(/Lang\b/g)).toHaveLength(5_000);
    expect(text.match(/xx+/g)?.join('')).toHaveLength(400);
    expect(text.match(/Zeile \d+/g)).toHaveLength(150);
    expect(text).toContain('Letzte');
    const boxes = await inspected(pdf, 'pdftotext', '-bbox');
    const bottoms = [...boxes.matchAll(/yMax="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(Math.max(...bottoms)).toBeLessThan(841.89 - 30);
  });

  test('shows a table whose head is higher than a page', async () => {
    const pdf = await pdfOf('<table><thead><tr><th>{{text}}</th></tr></thead><tr><td>Ende</td></tr></table>', {
      text: 'Kopf '.repeat(4_000),
    });
    const text = await textOf(pdf);
    expect(text.match(/Kopf\b/g)).toHaveLength(4_000);
    expect(text).toContain('Ende');
  });

  test('leaves no heading at the end of a page', async () => {
    for (let lines = 40; lines < 52; lines++) {
      const pdf = await pdfOf(
        `${'<p>Absatz</p>'.repeat(lines)}<h2>Überschrift</h2><h3>Darunter</h3><p>Text</p><p>Ende</p>`,
      );
      const pages = (await inspected(pdf, 'pdftotext')).split('\f');
      const page = pages.find((text) => text.includes('Überschrift'));
      expect(page).toMatch(/Überschrift\s+Darunter\s+Text/);
    }
  });

  test('begins a page where the template says so', async () => {
    const pdf = await pdfOf(
      '<p>eins</p><h2 style="break-before: page">zwei</h2><div style="break-before: page"><p>drei</p></div>',
    );
    expect(await textOf(pdf)).toBe(
      'eins Auskunft Seite 1 von 3 zwei Auskunft Seite 2 von 3 drei Auskunft Seite 3 von 3',
    );
  });

  test('of an empty template is an empty page', async () => {
    expect(await textOf(await pdfOf(''))).toBe('Auskunft Seite 1 von 1');
  });
});

describe('the structure of a report', () => {
  test('has headings, paragraphs, lists, tables and links, and no head twice', async () => {
    const rows = Array.from({ length: 80 }, () => ({ name: 'Zelle' }));
    const pdf = await pdfOf(
      '<h1>Eins</h1><h2>Zwei</h2><p>Ein <a href="https://a.example/">Link</a>.</p><ol><li>Punkt<ul><li>Innen</li></ul></li></ol><table><thead><tr><th>Kopf</th></tr></thead>{{#rows}}<tr><td>{{name}}</td></tr>{{/rows}}</table>',
      { rows },
    );
    const structure = await inspected(pdf, 'pdfinfo', '-struct-text');
    const flat = structure.replace(/\s+/g, ' ');
    expect(flat).toContain('Document H1 (block) "Eins" H2 (block) "Zwei" P (block) "Ein " Link (inline) "Link" ');
    expect(flat).toMatch(/L \(block\) LI \(block\) Lbl \(block\) "1\." LBody \(block\) "Punkt" L \(block\)/);
    expect(flat).toContain('Table (block) THead TR TH: /Scope /Column "Kopf" TBody TR TD "Zelle"');
    expect(flat.match(/"Kopf"/g)).toHaveLength(1);
    expect(flat.match(/"Zelle"/g)).toHaveLength(80);
    expect(flat).not.toContain('Seite');
  });

  test('embeds every font', async () => {
    const fonts = await inspected(
      await pdfOf('<p>a <strong>b</strong> <em>c</em> <strong><em>d</em></strong></p>'),
      'pdffonts',
    );
    const lines = fonts.split('\n').slice(2);
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => /DejaVuSans\S* +CID TrueType +Identity-H +yes yes yes/.test(line))).toHaveLength(4);
  });
});
