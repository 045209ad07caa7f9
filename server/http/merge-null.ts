// Writes what may be null in JSON schemas in the form that generators and converters know.
import type * as z from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Puts `"type": ["string", "null"]` in the place of an `anyOf` of a string and null, in the schema
 * itself: a converter to OpenAPI 3.0 leaves the `anyOf` as it is, and 3.0 has no type null.
 */
export function mergeNull(schema: Schema): void {
  const [one, other] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || one === undefined || other?.type !== 'null') return;
  if (typeof one.type !== 'string' || 'const' in one) return;
  delete schema.anyOf;
  // What is said of the choice goes before what is said of the string.
  Object.assign(schema, { ...one, ...schema, type: [one.type, 'null'] });
  if (one.enum !== undefined) schema.enum = [...one.enum, null];
}
