import { describe, expect, test } from 'vitest';
import { parseCronExpression } from '../../../../src/domain/schedule/cron-expression.ts';
import { CronExpressionError } from '../../../../src/domain/schedule/cron-expression-error.ts';

function mistakeOf(text: string): CronExpressionError {
  try {
    parseCronExpression(text);
  } catch (error) {
    if (error instanceof CronExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted.`);
}

describe('an expression', () => {
  test.each([
    ['Cron[0 * * * * ?]', '0 * * * * *'],
    ['cron[ 0 0 3 * * ? ]', '0 0 3 * * *'],
    ['  0\t0   3 * * ? ', '0 0 3 * * *'],
    ['0 0 3 ? * *', '0 0 3 * * *'],
    ['0 0 3 * * *', '0 0 3 * * *'],
    ['0 0 3 ? * ?', '0 0 3 * * *'],
    ['0 0 3 * * ? *', '0 0 3 * * *'],
    // Quartz counts weekdays from 1 = Sunday, the package from 0.
    ['0 0 3 ? * 1', '0 0 3 * * 0'],
    ['0 0 3 ? * 7', '0 0 3 * * 6'],
    ['0 0 3 ? * 2-6', '0 0 3 * * 1-5'],
    ['0 0 3 ? * MON-FRI', '0 0 3 * * 1-5'],
    ['0 0 3 ? * sun,Sat', '0 0 3 * * 0,6'],
    ['0 0 3 ? * FRI-MON', '0 0 3 * * 0-1,5-6'],
    ['0 0 3 ? * 6-2', '0 0 3 * * 0-1,5-6'],
    ['0 0 3 ? * SAT-SUN', '0 0 3 * * 0,6'],
    // Five fields are a crontab: 0 and 7 are Sunday.
    ['0 3 * * *', '0 0 3 * * *'],
    ['0 3 * * 0', '0 0 3 * * 0'],
    ['0 3 * * 7', '0 0 3 * * 0'],
    ['0 3 * * 1-5', '0 0 3 * * 1-5'],
    ['0 3 * * 5-7', '0 0 3 * * 0,5-6'],
    ['0 3 * * SUN', '0 0 3 * * 0'],
    ['0 3 1 * 1', '0 0 3 1 * 1'],
    ['*/5 * * * *', '0 0,5,10,15,20,25,30,35,40,45,50,55 * * * *'],
    ['0 0/15 * * * ?', '0 0,15,30,45 * * * *'],
    ['0 /30 * * * ?', '0 0,30 * * * *'],
    ['0 10-20/5 * * * ?', '0 10,15,20 * * * *'],
    ['0 55-5/5 * * * ?', '0 0,5,55 * * * *'],
    ['0 0 22-2 * * ?', '0 0 0-2,22-23 * * *'],
    ['0,30 5,1,3,1 0 1,15 * ?', '0,30 1,3,5 0 1,15 * *'],
    ['0 0 0 1 JAN,mar-May,12 ?', '0 0 0 1 1,3-5,12 *'],
    ['0 0 0 1 NOV-FEB ?', '0 0 0 1 1-2,11-12 *'],
    ['0 0 0 29 2 ?', '0 0 0 29 2 *'],
    ['0 0 0 30,31 2,4 ?', '0 0 0 30-31 2,4 *'],
    ['0-59 * * * * ?', '* * * * * *'],
    ['0 0 3 ? * 1-7', '0 0 3 * * *'],
    ['0 0 3 1-31 * MON', '0 0 3 * * 1'],
  ])('%j is %j for the package', (text, expression) => {
    expect(parseCronExpression(text).expression).toBe(expression);
  });
});

describe('a mistake', () => {
  test.each([
    ['', null, /^The schedule is empty\. .* such as 0 0 3 \* \* \?/],
    ['Cron[]', null, /^The schedule is empty/],
    ['Cron[0 * * * * ?', null, /no closing bracket\. Write Cron\[/],
    ['0 0 3', null, /^It has 3 fields\. Write 6 fields/],
    ['0 0 3 * * ? * *', null, /^It has 8 fields/],
    ['@daily', null, /^It has 1 fields/],
    ['60 * * * * ?', 'seconds', /^seconds "60": 60 is out of range\. The values are 0 to 59\.$/],
    ['0 60 * * * ?', 'minutes', /0 to 59/],
    ['0 0 24 * * ?', 'hours', /0 to 23/],
    ['0 0 0 0 * ?', 'day of month', /1 to 31/],
    ['0 0 0 32 * ?', 'day of month', /1 to 31/],
    ['0 0 0 1 13 ?', 'month', /1 to 12, or JAN to DEC/],
    ['0 0 0 1 MAI ?', 'month', /MAI is unknown\..*JAN to DEC/],
    ['0 0 0 ? * 0', 'day of week', /1 \(Sunday\) to 7 \(Saturday\)/],
    ['0 0 0 ? * 8', 'day of week', /1 \(Sunday\) to 7/],
    ['0 3 * * 8', 'day of week', /0 \(Sunday\) to 7/],
    ['0 0 0 ? * JAN', 'day of week', /JAN is unknown/],
    ['0 0 MON * * ?', 'hours', /MON is unknown/],
    ['0 0 3 L * ?', 'day of month', /L is not supported\./],
    ['0 0 3 L-3 * ?', 'day of month', /L is not supported\./],
    ['0 0 3 LW * ?', 'day of month', /L is not supported\./],
    ['0 0 3 15W * ?', 'day of month', /W is not supported\./],
    ['0 0 3 ? * 6L', 'day of week', /L is not supported\./],
    ['0 0 3 ? * FRI#2', 'day of week', /# is not supported\./],
    ['0 0 3 ? * 6#3', 'day of week', /# is not supported\./],
    ['0 0 3 1 * 2', 'day of month', /cannot both be limited\. Write \? for one of them/],
    ['0 0 ? * * ?', 'hours', /\? may only stand alone/],
    ['0 0 3 1,? * ?', 'day of month', /\? may only stand alone/],
    ['0 */0 * * * ?', 'minutes', /step must be between 1 and 60/],
    ['0 */61 * * * ?', 'minutes', /step must be between/],
    ['0 */ * * * ?', 'minutes', /must be \*, a value, a range or a step/],
    ['0 1- * * * ?', 'minutes', /must be/],
    ['0 1,,2 * * * ?', 'minutes', /must be/],
    ['0 -1 * * * ?', 'minutes', /must be/],
    ['0 1.5 * * * ?', 'minutes', /must be/],
    ['0 1e1 * * * ?', 'minutes', /must be/],
    ['0 0 0 31 4 ?', 'day of month', /none of the selected months has such a day/],
    ['0 0 0 30-31 FEB ?', 'day of month', /none of the selected months/],
    ['0 0 3 * * ? 2027', 'year', /only \* is supported/],
    ['0 0 3 * * ? 2026-2030', 'year', /only \* is supported/],
    [`0 ${'9'.repeat(5_000)} * * * ?`, 'minutes', /^.{1,400}$/],
  ])('%# %j names the field and what to do', (text, field, message) => {
    const mistake = mistakeOf(text);
    expect(mistake.message).toMatch(message);
    expect(mistake.message).toMatch(/\.$/);
    expect(mistake.field).toBe(field);
  });

  test.each(['0 0 3 L * ?', '0 0 3 15W * ?', '0 0 3 ? * 6#3', '0 0 3 1 * 2', '0 0 0 31 4 ?', '0 0 3 * * ? 2027'])(
    '%j: each example in the message is valid',
    (text) => {
      const examples = mistakeOf(text).message.match(/\b[0-9*?]+(?: [0-9A-Z*?,-]+){5}/g) ?? [];
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(() => parseCronExpression(example)).not.toThrow();
    },
  );
});
