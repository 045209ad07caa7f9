// How the sample topics are written down: what a tutor would type, checked as typed input is.
import * as z from 'zod/mini';

import type { newQuestionSchema } from '../../domain/topics/question.ts';
import {
  type NewItem,
  newItemSchema,
  newTopicSchema,
  type NewTopic,
} from '../../domain/topics/topic.ts';

type Question = z.input<typeof newQuestionSchema>;

interface Outline extends NewTopic {
  /** Titles with their minutes. */
  videos: readonly (readonly [string, number])[];
  /** Questions to answer before the lesson. */
  before: readonly Question[];
  /** Questions that the tutor asks in the lesson. */
  live: readonly Question[];
}

export const right = (text: string, feedback: string) => ({ text, is_right: true, feedback });

export const wrong = (text: string, feedback: string, misconception = '') => ({
  text,
  is_right: false,
  feedback,
  misconception,
});

/** A wrong value that is expected. */
export const mistake = (value: string, feedback: string, misconception = '') => ({
  value,
  feedback,
  misconception,
});

export interface SampleTopic {
  readonly topic: NewTopic;
  readonly items: readonly NewItem[];
}

/** Adds addresses of videos and slides. Throws for anything that the library would refuse. */
export function sampleTopic({ videos, before, live, ...topic }: Outline): SampleTopic {
  const addressOf = (kind: string, title: string) =>
    `https://example.com/${kind}/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const items = [
    ...videos.map(([title, minutes]) => ({
      kind: 'video',
      title,
      minutes,
      address: addressOf('videos', title),
    })),
    ...before.map((question) => ({ kind: 'question', use: 'before', question })),
    ...live.map((question) => ({ kind: 'question', use: 'live', question })),
    { kind: 'slides', title: topic.name, address: addressOf('slides', topic.name) },
  ];
  return { topic: newTopicSchema.parse(topic), items: z.array(newItemSchema).parse(items) };
}
