// The floor of the report line, as a thread: paragraphs as pdfkit itself sets them, in one font, with nothing around them. Says
// how many milliseconds it took from the font to the last byte, and how many pages it made.
import { parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';

const { font, paragraphs, margins, size, lineGap } = workerData;
const from = performance.now();
const document = new PDFDocument({ size: 'A4', margins, font: Buffer.from(font) });
let pages = 1;
document.on('pageAdded', () => {
  pages += 1;
});
document.resume();
document.on('end', () => parentPort.postMessage({ milliseconds: performance.now() - from, pages }));
document.fontSize(size).lineGap(lineGap);
for (const paragraph of paragraphs) document.text(paragraph);
document.end();
