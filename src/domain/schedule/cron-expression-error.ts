/** The text is not a usable cron expression. The message names the field, the reason and an example that works. */
export class CronExpressionError extends Error {
  override readonly name = 'CronExpressionError';
  /** The name of the field with the mistake, such as `hours`; null if the mistake is not in one field. */
  readonly field: string | null;

  constructor(message: string, field: string | null = null) {
    super(message);
    this.field = field;
  }
}
