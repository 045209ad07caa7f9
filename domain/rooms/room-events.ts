// What the streams of a room send: whole events, at each change.
import * as z from 'zod/mini';

import { familyAskedSchema } from './family-room.ts';
import { askedSchema, itemResultSchema } from './room.ts';

/** Load the room again: its items, topic or state changed. */
const roomEventSchema = z.object({ kind: z.literal('room') });

export const familyRoomEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked'), asked: z.nullable(familyAskedSchema) }),
  roomEventSchema,
]);
export type FamilyRoomEvent = z.infer<typeof familyRoomEventSchema>;

export const tutorRoomEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked'), asked: z.nullable(askedSchema) }),
  roomEventSchema,
  /** The ids of the students in the room. */
  z.object({ kind: z.literal('here'), here: z.array(z.string()) }),
  z.object({
    kind: z.literal('progress'),
    progress: z.object({
      Student_ID: z.string(),
      Item_ID: z.string(),
      /** Null when a video or slides are marked as not done again. */
      result: z.nullable(itemResultSchema),
    }),
  }),
]);
export type TutorRoomEvent = z.infer<typeof tutorRoomEventSchema>;
