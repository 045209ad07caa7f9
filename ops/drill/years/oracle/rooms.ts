// The lesson room, practice, and the letter afterwards. Each topic is of one lesson.
import type { ActOf } from '../acts.ts';
import {
  type Business,
  type Lesson,
  refuse,
  type Student,
  active,
  bookingOf,
  LESSON,
} from './business.ts';
import { addDays, DAY, HOUR, MINUTE, ukDate } from './uk-time.ts';

/** Days that a box waits. */
const BOXES = [1, 3, 7, 14, 28];
const OPENS = 15 * MINUTE;
const CLOSES = 75 * MINUTE;
const LIVE = new Set(['q2', 'q3']);

export interface Topic {
  readonly lesson: Lesson;
  /** Questions put to the class, and whether the answer was shown. */
  readonly asked: Map<string, 'asked' | 'revealed'>;
  /** By student and question: results before and in the lesson, in order. */
  readonly answers: Map<string, boolean[]>;
  /** By student and question: the box, and the UK date from which it is due. */
  readonly boxes: Map<string, { box: number; due: string }>;
}

const keyOf = (student: Student, question: string): string => `${student.name} ${question}`;

export function giveTopic(business: Business, act: ActOf<'give topic'>): void {
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  if ((lesson.topic?.asked.size ?? 0) > 0) refuse('topic_in_use');
  lesson.topic ??= { lesson, asked: new Map(), answers: new Map(), boxes: new Map() };
  business.topics.set(act.topic, lesson.topic);
  business.later(lesson.start + CLOSES, () => closeRoom(business, lesson));
}

/** Afterwards, everything asked is revealed, and what was never answered is for practice. */
function closeRoom(business: Business, lesson: Lesson): void {
  const { topic } = lesson;
  if (topic === null || business.now < lesson.start + CLOSES) return;
  for (const question of topic.asked.keys()) {
    topic.asked.set(question, 'revealed');
    for (const { student } of active(lesson))
      if (!topic.answers.has(keyOf(student, question))) putAway(business, topic, student, question);
  }
}

function putAway(business: Business, topic: Topic, student: Student, question: string): void {
  const key = keyOf(student, question);
  if (!topic.boxes.has(key))
    topic.boxes.set(key, { box: 1, due: addDays(ukDate(business.now), BOXES[0] ?? 1) });
}

function topicOf(lesson: Lesson): Topic {
  const topic = lesson.topic ?? refuse('no such name');
  return lesson.deleted ? refuse('lesson_not_found') : topic;
}

export function ask(business: Business, act: ActOf<'ask'>): void {
  const lesson = business.lesson(act.lesson);
  const topic = topicOf(lesson);
  const { now } = business;
  if (now < lesson.start - OPENS || now >= lesson.start + CLOSES) refuse('room_closed');
  if ([...topic.asked.values()].includes('asked')) refuse('question_open');
  if (topic.asked.has(act.question)) refuse('asked_before');
  topic.asked.set(act.question, 'asked');
}

export function reveal(business: Business, act: ActOf<'reveal'>): void {
  const lesson = business.lesson(act.lesson);
  if (lesson.topic?.asked.has(act.question) !== true) refuse('no such name');
  const { asked } = topicOf(lesson);
  asked.set(act.question, 'revealed');
}

function record(
  business: Business,
  topic: Topic,
  { student, question, right }: { student: Student; question: string; right: boolean },
): void {
  const key = keyOf(student, question);
  const answers = topic.answers.get(key) ?? [];
  if (answers.length === 0 && !right) putAway(business, topic, student, question);
  topic.answers.set(key, [...answers, right]);
}

export function answer(business: Business, act: ActOf<'answer'>): void {
  const student = business.student(act.student);
  const lesson = business.lesson(act.lesson);
  if (lesson.topic?.asked.has(act.question) !== true) refuse('no such name');
  const topic = topicOf(lesson);
  const state = topic.asked.get(act.question);
  if (bookingOf(lesson, student) === undefined) refuse('not_booked');
  if (state === 'revealed') refuse('question_closed');
  const { question, right } = act;
  const key = `${keyOf(student, question)} live`;
  if (topic.answers.has(key)) refuse('already_answered');
  topic.answers.set(key, [right]);
  record(business, topic, { student, question, right });
}

export function prepare(business: Business, act: ActOf<'prepare'>): void {
  const student = business.student(act.student);
  const lesson = business.lesson(act.lesson);
  const topic = topicOf(lesson);
  if (bookingOf(lesson, student) === undefined) refuse('not_booked');
  const { question, right } = act;
  const state = topic.asked.get(question);
  const isOver = business.now >= lesson.start + CLOSES;
  if (LIVE.has(question) && state === undefined && !isOver) refuse('item_not_found');
  if (state === 'asked') refuse('question_open');
  const answers = topic.answers.get(keyOf(student, question)) ?? [];
  if (answers.includes(true)) refuse('already_answered');
  if (state !== undefined || answers.length >= 2) refuse('no_tries_left');
  record(business, topic, { student, question, right });
}

export function practise(business: Business, act: ActOf<'practise'>): void {
  const student = business.student(act.student);
  const topic = business.topics.get(act.topic) ?? refuse('no such name');
  const key = keyOf(student, act.question);
  const box = topic.boxes.get(key) ?? refuse('item_not_found');
  if (topic.asked.get(act.question) === 'asked' && bookingOf(topic.lesson, student) !== undefined)
    refuse('question_open');
  const today = ukDate(business.now);
  if (today < box.due || box.box > BOXES.length) refuse('not_due');
  const next = act.right ? box.box + 1 : 1;
  topic.boxes.set(key, { box: next, due: addDays(today, BOXES[next - 1] ?? 0) });
}

export function writeLetter(business: Business, act: ActOf<'write letter'>): void {
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  lesson.sentence = act.sentence ?? lesson.sentence;
  lesson.letter = act.state ?? lesson.letter;
}

const LETTER_AFTER = LESSON + HOUR;

export function planLetter(business: Business, lesson: Lesson): void {
  business.later(lesson.start + LETTER_AFTER, () => {
    sendLetters(business, lesson);
  });
}

/** From an hour after the end, for a day, if there is something to say. */
function hasLetter(
  { now }: Business,
  { start, deleted, letter, topic, sentence }: Lesson,
): boolean {
  const since = now - start - LETTER_AFTER;
  const isDue = since >= 0 && since <= DAY && !deleted && letter !== 'off';
  return isDue && (topic !== null || sentence !== '');
}

/**
 * To confirmed addresses, once for each booking: one email about all lessons of a family that began
 * together.
 */
export function sendLetters(business: Business, lesson: Lesson): void {
  if (!hasLetter(business, lesson)) return;
  const told = [...business.lessons.values()]
    .filter((other) => other.start === lesson.start && hasLetter(business, other))
    .flatMap(active)
    .filter(
      ({ excused, lettered, family }) =>
        !excused && !lettered && family.parents.some(({ confirmed }) => confirmed),
    );
  for (const family of new Set(told.map((booking) => booking.family)))
    for (const { name, confirmed } of family.parents) if (confirmed) business.mail(name, 'letter');
  for (const student of new Set(told.map((booking) => booking.student)))
    if (student.hasSignIn) business.mail(student.name, 'letter');
  for (const booking of told) booking.lettered = true;
}
