// The lesson room and practice. Each topic is of one lesson, with a question for before it and two
// for the class.
import type { Business, Performers } from './business.ts';
import {
  active,
  type Answer,
  bookingOf,
  type Lesson,
  refuse,
  type Student,
  type Topic,
} from './things.ts';
import { addDays, MINUTE, ukDate } from './uk-time.ts';

/** Days that a box waits. */
const BOXES = [1, 3, 7, 14, 28];
const OPENS = 15 * MINUTE;
const CLOSES = 75 * MINUTE;
const FOR_CLASS = ['q2', 'q3'];

const keyOf = ({ name }: Student, question: string): string => `${name} ${question}`;

function topicOf(lesson: Lesson): Topic {
  const topic = lesson.topic ?? refuse('no such name');
  return lesson.deleted ? refuse('lesson_not_found') : topic;
}

const boxOf = ({ now }: Business, box: number) => ({
  box,
  due: addDays(ukDate(now), BOXES[box - 1] ?? 0),
});

/** For practice, unless it is there. */
function putAway(business: Business, { boxes }: Topic, key: string): void {
  if (!boxes.has(key)) boxes.set(key, boxOf(business, 1));
}

/** What was missed in the class is for practice once it is revealed. */
function revealQuestion(business: Business, topic: Topic, question: string): void {
  topic.asked.set(question, 'revealed');
  for (const [key, [first]] of topic.answers)
    if (key.endsWith(` ${question}`) && first?.where === 'class' && !first.right)
      putAway(business, topic, key);
}

/** Afterwards, everything asked is revealed, and what was never answered is for practice. */
function closeRoom(business: Business, lesson: Lesson): void {
  const { topic, start } = lesson;
  if (topic === null || business.now < start + CLOSES) return;
  for (const question of topic.asked.keys()) {
    revealQuestion(business, topic, question);
    for (const key of active(lesson).map(({ student }) => keyOf(student, question)))
      if (!topic.answers.has(key)) putAway(business, topic, key);
  }
}

export function planClosing(business: Business, lesson: Lesson): void {
  business.later(lesson.start + CLOSES, () => {
    closeRoom(business, lesson);
  });
}

function record(business: Business, topic: Topic, key: string, answer: Answer): void {
  const answers = topic.answers.get(key) ?? [];
  const isMissed = answers.length === 0 && !answer.right;
  if (isMissed && answer.where !== 'class') putAway(business, topic, key);
  topic.answers.set(key, [...answers, answer]);
}

/** A student of the family, which may have removed them. Somebody has to be able to sign in. */
function presentStudent(business: Business, name: string): Student {
  if (!business.family(name).hasPassword) refuse('no such name');
  const student = business.student(name);
  return student.present ? student : refuse('validation_failed');
}

export const roomActs: Performers = {
  'give topic'(business, act) {
    const lesson = business.visibleLesson(act.lesson);
    if ((lesson.topic?.asked.size ?? 0) > 0) refuse('topic_in_use');
    lesson.topic ??= { lesson, asked: new Map(), answers: new Map(), boxes: new Map() };
    business.topics.set(act.topic, lesson.topic);
    planClosing(business, lesson);
  },
  ask(business, act) {
    const lesson = business.lesson(act.lesson);
    const { asked } = topicOf(lesson);
    const since = business.now - lesson.start;
    if (since < -OPENS || since >= CLOSES) refuse('room_closed');
    if ([...asked.values()].includes('asked')) refuse('question_open');
    if (asked.has(act.question)) refuse('asked_before');
    asked.set(act.question, 'asked');
  },
  reveal(business, act) {
    const lesson = business.lesson(act.lesson);
    if (lesson.topic?.asked.has(act.question) !== true) refuse('no such name');
    revealQuestion(business, topicOf(lesson), act.question);
  },
  answer(business, act) {
    const student = presentStudent(business, act.student);
    const lesson = business.lesson(act.lesson);
    const state = lesson.topic?.asked.get(act.question) ?? refuse('no such name');
    const topic = topicOf(lesson);
    if (bookingOf(lesson, student) === undefined) refuse('not_booked');
    if (state === 'revealed') refuse('question_closed');
    const key = keyOf(student, act.question);
    if (topic.answers.get(key)?.some(({ where }) => where === 'class') === true)
      refuse('already_answered');
    record(business, topic, key, { right: act.right, where: 'class' });
  },
  prepare(business, act) {
    const student = presentStudent(business, act.student);
    const lesson = business.lesson(act.lesson);
    const topic = topicOf(lesson);
    if (bookingOf(lesson, student) === undefined) refuse('not_booked');
    const state = topic.asked.get(act.question);
    const isOver = business.now >= lesson.start + CLOSES;
    if (FOR_CLASS.includes(act.question) && state === undefined && !isOver)
      refuse('item_not_found');
    if (state === 'asked') refuse('question_open');
    const key = keyOf(student, act.question);
    const answers = (topic.answers.get(key) ?? []).filter(({ where }) => where !== 'practice');
    if (answers.some(({ right }) => right)) refuse('already_answered');
    if (state !== undefined || answers.length >= 2) refuse('no_tries_left');
    record(business, topic, key, { right: act.right, where: 'room' });
  },
  practise(business, act) {
    const topic = business.topics.get(act.topic) ?? refuse('no such name');
    const student = presentStudent(business, act.student);
    const key = keyOf(student, act.question);
    const { box, due } = topic.boxes.get(key) ?? refuse('item_not_found');
    const isAsked = topic.asked.get(act.question) === 'asked';
    if (isAsked && bookingOf(topic.lesson, student) !== undefined) refuse('question_open');
    if (ukDate(business.now) < due || box > BOXES.length) refuse('not_due');
    record(business, topic, key, { right: act.right, where: 'practice' });
    topic.boxes.set(key, boxOf(business, act.right ? box + 1 : 1));
  },
  'write letter'(business, act) {
    const lesson = business.visibleLesson(act.lesson);
    lesson.sentence = act.sentence ?? lesson.sentence;
    lesson.letter = act.state ?? lesson.letter;
  },
};
