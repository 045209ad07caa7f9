// Topics of the lesson library: videos, slides and questions that lessons share.
import * as z from 'zod/mini';

import { entityId, itemIdSchema } from '../entity-id.ts';
import { LENGTHS } from '../limits.ts';
import { isWebAddress, line, paragraph } from '../text.ts';
import { questionFields, slidesFields, useSchema, videoFields } from './item.ts';
import { newQuestionSchema, tutorQuestionSchema } from './question.ts';
import { courseSchema, topicDetails } from './topic-list.ts';

export const MAX_TOPIC_ITEMS = 40;
export const VIDEO_MINUTES = { min: 1, max: 180 } as const;

export const topicIdSchema = entityId('Topic');

const tooLong = (what: string, max: number) => `${what} must be ${max} characters or fewer`;
/** One line of text with these bounds. */
const oneLine = (what: string, { min, max }: { min: number; max: number }) =>
  line(
    { length: min, message: `${what} is required` },
    { length: max, message: tooLong(what, max) },
  );

const reference = paragraph(
  {
    length: LENGTHS.topicReference.max,
    message: tooLong('Reference', LENGTHS.topicReference.max),
  },
  'Reference must be text',
).check(z.refine((text) => !text.includes('\n'), { error: 'Reference must be one line' }));

const topicFields = {
  name: oneLine('Name', LENGTHS.topicName),
  course: courseSchema,
  /** The section of the exam board's specification; may be empty. */
  reference,
};
export const newTopicSchema = z.object({ ...topicFields, reference: z._default(reference, '') });
export type NewTopic = z.infer<typeof newTopicSchema>;

export const topicChangesSchema = z.partial(
  z.object({ ...topicFields, archived: z.boolean({ error: 'Must be true or false' }) }),
);
export type TopicChanges = z.infer<typeof topicChangesSchema>;

const ADDRESS_MESSAGE = 'Address must start with http:// or https://';
const title = oneLine('Title', LENGTHS.itemTitle);
const address = line(
  { length: 1, message: ADDRESS_MESSAGE },
  {
    length: LENGTHS.itemAddress.max,
    message: tooLong('Address', LENGTHS.itemAddress.max),
  },
).check(z.refine(isWebAddress, { error: ADDRESS_MESSAGE }));

const MINUTES_MESSAGE = `Minutes go from ${VIDEO_MINUTES.min} to ${VIDEO_MINUTES.max}`;
const minutes = z
  .int({ error: MINUTES_MESSAGE })
  .check(
    z.gte(VIDEO_MINUTES.min, { error: MINUTES_MESSAGE }),
    z.lte(VIDEO_MINUTES.max, { error: MINUTES_MESSAGE }),
  );

export const newItemSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('video'), title, address, minutes }),
    z.object({ kind: z.literal('slides'), title, address }),
    z.object({ kind: z.literal('question'), use: useSchema, question: newQuestionSchema }),
  ],
  { error: 'Choose video, slides or question' },
);
export type NewItem = z.infer<typeof newItemSchema>;

/** The kind of an item never changes; fields of another kind are ignored. */
export const itemChangesSchema = z.partial(
  z.object({
    title,
    address,
    minutes,
    use: useSchema,
    question: newQuestionSchema,
    /** The question that the form began with; another one by now fails a change of it. */
    question_before: newQuestionSchema,
  }),
);
export type ItemChanges = z.infer<typeof itemChangesSchema>;

/** An item as the tutor sees it. */
export const itemSchema = z.discriminatedUnion('kind', [
  z.object(videoFields),
  z.object({ ...slidesFields, address: z.string() }),
  z.object({ ...questionFields, question: tutorQuestionSchema }),
]);
export type Item = z.infer<typeof itemSchema>;
/** A question of a topic; its `question` is what the tutor typed. */
export type TopicQuestion = Extract<Item, { kind: 'question' }>;

export const topicSchema = z.object({ ...topicDetails, items: z.array(itemSchema) });
export type Topic = z.infer<typeof topicSchema>;

const ORDER_MESSAGE = 'Name each item once';
/** The ids of all items of a topic, in their new order. */
export const itemOrderSchema = z.object({
  Item_IDs: z.array(itemIdSchema, { error: ORDER_MESSAGE }).check(
    z.maxLength(MAX_TOPIC_ITEMS, { error: ORDER_MESSAGE, abort: true }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: ORDER_MESSAGE }),
  ),
});

const COPY = ' (copy)';
/** What is left of a character of two units that was cut. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;
/** The name of a duplicate. */
export const copyName = (name: string): string =>
  name.slice(0, LENGTHS.topicName.max - COPY.length).replace(HALF_CHARACTER, '') + COPY;
