/** The configuration is invalid. The message has one line for each mistake, with its location. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
