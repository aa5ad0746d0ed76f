/** The configuration cannot be used. The message has a line for each mistake, with the place where it stands. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
