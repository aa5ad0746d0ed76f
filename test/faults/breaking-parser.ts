import { Writable } from 'node:stream';

/**
 * Loaded before the server: breaks the parser of forms where nothing catches it, for parts that ask for it. A parser did so
 * in earnest once. The parser is in the bundle, and known by its name.
 */
type Write = (this: Writable, chunk: unknown, ...rest: unknown[]) => boolean;

// The prototype carries overloads that this does not need.
const prototype = Writable.prototype as unknown as { write: Write };
const { write } = prototype;

prototype.write = function (chunk, ...rest) {
  if (this.constructor.name !== 'Busboy' || !Buffer.isBuffer(chunk)) return write.call(this, chunk, ...rest);
  const text = chunk.toString('latin1');
  // Nothing awaits this promise.
  if (text.includes('break by rejection')) void Promise.reject(new Error('a rejection that no code caught'));
  else if (text.includes('break by exception')) {
    setImmediate(() => {
      throw new Error('an exception that no code caught');
    });
  } else if (text.includes('break later')) {
    setTimeout(() => {
      throw new Error('an exception after the client left');
    }, 30);
  } else {
    isBrokenOutside ||= text.includes('break outside');
    return write.call(this, chunk, ...rest);
  }
  // What was written never gets through.
  this._write = () => undefined;
  return write.call(this, chunk, ...rest);
};

/** A timer that was made before a request came belongs to none. */
let isBrokenOutside = false;
setInterval(() => {
  if (!isBrokenOutside) return;
  isBrokenOutside = false;
  throw new Error('an exception outside of any request');
}, 50).unref();
