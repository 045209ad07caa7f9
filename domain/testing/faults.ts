// How the tests of this folder read schema errors.
import * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Every error as 'field: message', in the schema's order; empty when the value is valid. */
export function faultsOf(schema: Schema, value: unknown): string[] {
  const result = z.safeParse(schema, value);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** The messages for one field of an otherwise valid form. */
export function messagesFor(
  schema: Schema,
  valid: object,
  field: string,
  value: unknown,
): string[] {
  return faultsOf(schema, { ...valid, [field]: value }).map((fault) => {
    if (!fault.startsWith(`${field}: `))
      throw new Error(`expected errors of ${field} only, got ${fault}`);
    return fault.slice(field.length + 2);
  });
}

/** Text of an exact length. */
export const letters = (length: number) => 'a'.repeat(length);
