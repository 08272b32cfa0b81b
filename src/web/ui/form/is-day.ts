/** A day as forms and calls hold it; anything else in a day field is what somebody typed. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
