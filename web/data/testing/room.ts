// A room with one question, and an attempt at it, as the server sends them.
import type { FamilyQuestion, Room } from '../../../domain/rooms/family-room.ts';
import type { QuestionItem } from '../../../domain/rooms/room.ts';
import type { Attempt } from '../../../domain/topics/attempt.ts';

export function aRoom() {
  const attempt: Attempt = {
    id: '7',
    Item_ID: '3',
    mode: 'room',
    round: null,
    try: 1,
    answer: '5 m',
    given_at: '2026-11-21T12:00:00.000Z',
    result: 'right',
    reason: null,
    read: { value: '5', unit: 'm', figures: [1, 1] },
    feedback: [],
  };
  const item: QuestionItem = {
    id: '3',
    kind: 'question',
    use: 'before',
    question: {
      kind: 'number',
      html: '<p>How long?</p>',
      several: false,
      choices: [],
      unit_html: null,
      unit_asked: true,
      figures_asked: false,
    },
    attempts: [],
    tries_left: 2,
    hint_html: null,
    solution: null,
    done: false,
  };
  const room: Room = {
    Lesson_ID: '1',
    Lesson_Name: 'Physics',
    starts_at: '2026-11-21T12:00:00.000Z',
    state: 'live',
    Student_ID: '2',
    topic: { id: '4', name: 'Lengths', reference: '' },
    items: [item],
    asked: null,
    join_link: null,
    chat_link: null,
  };
  const asked: FamilyQuestion = {
    id: '9',
    Item_ID: item.id,
    round: 1,
    state: 'asked',
    question: item.question,
    own: null,
    reveal: null,
  };
  return { attempt, item, room, asked };
}
