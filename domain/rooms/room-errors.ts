// The error codes of topics, rooms and practice.
import type { CatalogueEntry } from '../general-errors.ts';

export const roomErrors = {
  topic_not_found: { status: 404, text: 'This topic no longer exists.' },
  item_not_found: { status: 404, text: 'This part of the topic no longer exists.' },
  not_booked: {
    status: 403,
    text: 'Only students who are booked into this lesson can open its room.',
  },
  asked_not_found: { status: 404, text: 'This question was not asked here.' },
  room_closed: {
    status: 409,
    text: 'Questions can be asked from 15 minutes before the lesson until 75 minutes after its start.',
  },
  asked_before: {
    status: 409,
    text: 'This question has already been asked in this lesson.',
  },
  question_closed: {
    status: 409,
    text: 'This question takes no more answers.',
  },
  already_revealed: {
    status: 409,
    text: 'The answer to this question has already been shown.',
  },
  no_more_rounds: {
    status: 409,
    text: 'A question has up to two rounds.',
  },
  question_open: {
    status: 409,
    text: 'The tutor is asking this question now.',
  },
  already_answered: {
    status: 409,
    text: 'This question has already been answered.',
  },
  not_due: {
    status: 409,
    text: 'This question is not due for practice today.',
  },
  no_tries_left: {
    status: 409,
    text: 'This question has no tries left.',
  },
  attempt_not_found: { status: 404, text: 'This answer no longer exists.' },
  already_marked: {
    status: 409,
    text: 'This answer has already been marked.',
  },
  topic_in_use: {
    status: 409,
    text: 'A lesson has this topic, or students have answered its questions. Please archive it instead.',
  },
  topic_archived: {
    status: 409,
    text: 'This topic is archived. Please choose another one, or restore it in the library.',
  },
  too_many_items: {
    status: 409,
    text: 'A topic has up to 40 videos, questions and slides.',
  },
} as const satisfies Record<string, CatalogueEntry>;
