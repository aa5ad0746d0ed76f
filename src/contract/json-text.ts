/** An answer that is written as JSON already: the same value, without building it anew for each caller. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
