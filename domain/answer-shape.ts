// What the browser keeps of an answer's schema: the kind of each field, enough to tell an answer from something else.
import * as z from 'zod/mini';

export type Shape = 'string' | 'number' | 'boolean' | 'list' | { readonly [field: string]: Shape };

/**
 * The shape of what a schema lets through. Fields that may be missing or null are left out, and so is `success`, which
 * every answer has.
 */
export function shapeOf(schema: z.core.$ZodType): Shape | null {
  if (schema instanceof z.ZodMiniObject) {
    const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape);
    return Object.fromEntries(
      fields.flatMap(([name, field]) => {
        const shape = name === 'success' ? null : shapeOf(field);
        return shape === null ? [] : [[name, shape]];
      }),
    );
  }
  if (schema instanceof z.ZodMiniArray) return 'list';
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniEnum) return 'string';
  if (schema instanceof z.ZodMiniNumber) return 'number';
  return schema instanceof z.ZodMiniBoolean ? 'boolean' : null;
}

/** Whether a value has the shape, whatever else it has. */
export function fitsShape(value: unknown, shape: Shape): boolean {
  if (shape === 'list') return Array.isArray(value);
  if (typeof shape === 'string') return typeof value === shape;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return Object.entries(shape).every(([name, inner]) => fitsShape(fields[name], inner));
}
