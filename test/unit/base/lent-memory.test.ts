import { expect, test } from 'vitest';
import { answerMemory, createLentMemory } from '../../../src/base/lent-memory.ts';
import { WrittenJson } from '../../../src/contract/written-json.ts';

const take = (memory = answerMemory): Buffer => {
  const taken = memory.take(100);
  if (taken === undefined) throw new Error('There is no memory.');
  return taken;
};

test('what was given back is lent again, and what was not is nobody else’s', () => {
  const memory = createLentMemory();
  const [one, other] = [take(memory), take(memory)];
  expect(one.buffer).not.toBe(other.buffer);
  expect(memory.giveBack(one.subarray(5, 10))).toBe(true);
  const again = take(memory);
  expect(again.buffer).toBe(one.buffer);
  expect(again.length).toBe(other.length);
  expect(take(memory).buffer).not.toBe(other.buffer);
});

test('nothing is given back twice, or without having been lent', () => {
  const memory = createLentMemory();
  const one = take(memory);
  expect(memory.giveBack(one)).toBe(true);
  expect(memory.giveBack(one)).toBe(false);
  expect(memory.giveBack(Buffer.from('mine'))).toBe(false);
  expect(take(memory).buffer).not.toBe(take(memory).buffer);
});

test('more than there is in one piece is not lent', () => {
  expect(createLentMemory().take(2 ** 20 + 1)).toBeUndefined();
});

test('an answer that is moved gives back what was lent for it, and cannot be read again', () => {
  const room = take();
  room.write('"lent"');
  const answer = new WrittenJson('{"a":', room.subarray(0, 6), ',"b":', Buffer.from('"own"'), '}');
  expect(answer.parse()).toEqual({ a: 'lent', b: 'own' });
  const into = Buffer.alloc(answer.size + 10);
  expect(answer.movedTo(into).toString()).toBe('{"a":"lent","b":"own"}');
  expect(take().buffer).toBe(room.buffer);
  expect(() => answer.bytes).toThrow('sent already');
  expect(() => answer.movedTo(into)).toThrow('sent already');
});

test('an answer with nothing lent in it can be sent over and over again', () => {
  const answer = new WrittenJson('{"a":', Buffer.from('1'), '}');
  for (let time = 0; time < 2; time += 1) {
    expect(answer.movedTo(Buffer.alloc(20)).toString()).toBe('{"a":1}');
    expect(answer.bytes.toString()).toBe('{"a":1}');
  }
});
