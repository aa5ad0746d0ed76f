import type { Flowable } from './flowable.ts';
import type { TaggedDocument } from './tagged-document.ts';
import { area, colours, ruleStyle } from './theme.ts';

/** A horizontal line. */
export const ruleBlock: Flowable = {
  ...ruleStyle,
  startHeight: 1,
  staysWithNext: false,
  draw(document: TaggedDocument): void {
    document.drawArtifact((pdf) => {
      pdf.moveTo(area.left, document.y).lineTo(area.right, document.y).lineWidth(0.5).stroke(colours.line);
    });
  },
};
