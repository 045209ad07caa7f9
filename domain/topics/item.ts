// What the tutor and students see alike of a topic's items.
import * as z from 'zod/mini';

/** Whether students answer a question before the lesson or when the tutor asks it live. */
export const useSchema = z.enum(['before', 'live'], { error: 'Choose before or live' });

export const videoFields = {
  id: z.string(),
  kind: z.literal('video'),
  title: z.string(),
  address: z.string(),
  minutes: z.int(),
};
/** Students get no address before the lesson is over. */
export const slidesFields = { id: z.string(), kind: z.literal('slides'), title: z.string() };
export const questionFields = { id: z.string(), kind: z.literal('question'), use: useSchema };
