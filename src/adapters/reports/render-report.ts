import { escapeHtml } from '../../base/escape-html.ts';
import { fillIn } from '../../base/placeholders.ts';
import type { Report } from '../../ports/report-writer.ts';
import { lineBreak } from './document/blocks.ts';
import { readBlocks } from './document/read-blocks.ts';
import { writePdf } from './pdf/write-pdf.ts';
import { readHtml } from './template/html-tree.ts';

/** Line breaks of a value stay, others in the template are white space. */
const escaped = (value: string): string => escapeHtml(value.replaceAll(/\r\n?|\n/g, lineBreak));

export interface ReportJob {
  /** Without mistakes. */
  readonly template: string;
  readonly report: Report;
  readonly fontFolder: string;
}

/** Fills in a template, and sets it as a PDF. */
export async function renderReport({ template, report, fontFolder }: ReportJob): Promise<Uint8Array> {
  const { nodes, mistakes } = readHtml(fillIn(template, report.view, escaped));
  const [mistake] = mistakes;
  // A section that begins or ends in a comment can cause it.
  if (mistake !== undefined) throw new Error(`The filled-in template is not HTML: ${mistake.message}`);
  return await writePdf(report, readBlocks(nodes), fontFolder);
}
