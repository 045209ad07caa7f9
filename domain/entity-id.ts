// Ids on the wire.
import * as z from 'zod/mini';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const POSITIVE_INTEGER = /^0*[1-9]\d*$/;

/**
 * An id in any form that the specification allows (positive integer, numeric string, UUID),
 * normalised to text. `noun` opens the error message.
 */
export function entityId(noun: string) {
  const error = `${noun} ID must be a valid integer or UUID`;
  return z.pipe(
    z
      .union([z.string(), z.int()], { error })
      .check(z.refine((id) => isEntityId(String(id)), { error })),
    z.transform((id: string | number) => String(id).toLowerCase()),
  );
}

function isEntityId(id: string): boolean {
  return UUID.test(id) || POSITIVE_INTEGER.test(id);
}

/** Ids that many pages name: here, so that they need not load everything about their things. */
export const lessonIdSchema = entityId('Lesson');
export const itemIdSchema = entityId('Item');
export const studentIdSchema = entityId('Student');
