// Sample lessons: two on every Saturday and Sunday around now, and one that is live.
import { DEFAULT_BUSINESS } from '../domain/business.ts';
import { addDays, HOUR_MS, MINUTE_MS, mondayOf, ukDate, ukTime } from '../domain/time.ts';
import type { Topic } from '../domain/topics/topic.ts';
import { startsAt } from '../server/base/windows.ts';
import { insertLesson } from '../server/booking/lessons.ts';
import { type Context, transact } from '../server/engine/context.ts';

export type Topics = ReadonlyMap<string, Topic>;

export interface PlannedLesson {
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly topic: Topic;
}

/** Lessons of one day, by the hour: the name and its topic in the library. */
const DAYS = [
  [
    ['GCSE: Forces and motion', "Newton's second law"],
    ['A-level: Waves and optics', 'Interference'],
  ],
  [
    ['GCSE: Electricity', 'Current, resistance and potential difference'],
    ['A-level: Particles and radiation', 'The photoelectric effect'],
  ],
  [
    ['GCSE: Energy', 'Changes in energy'],
    ['A-level: Mechanics and materials', 'Motion along a straight line'],
  ],
  [
    ['GCSE: Waves', 'Properties of waves'],
    ['A-level: Circular motion', 'Circular motion'],
  ],
] as const;
const LIVE = ['A-level: Electricity', 'Electromotive force and internal resistance'] as const;

export const WEEKS_BACK = 2;
/** Lessons are planned for this many weekends after this week. */
export const WEEKS_AHEAD = 8;
/** Lessons that start sooner are not booked: the booking could not be cancelled any more. */
export const BOOKABLE_IN_MS = 2 * HOUR_MS;
const STARTED_MS = 10 * MINUTE_MS;
const { default_max_students: USUAL_SPOTS, usual_times: USUAL_TIMES } = DEFAULT_BUSINESS;

/** Plans two lessons a day. The second future one has `full` spots. */
export async function planSampleLessons(
  context: Context,
  topics: Topics,
  { full }: { full: number },
): Promise<PlannedLesson[]> {
  const { now } = context;
  const firstMonday = addDays(mondayOf(ukDate(now)), -7 * WEEKS_BACK);
  const lessons: PlannedLesson[] = [];
  let ahead = 0;
  for (let week = 0; week <= WEEKS_BACK + WEEKS_AHEAD; week += 1)
    for (const { weekday: day, time } of USUAL_TIMES) {
      const date = addDays(firstMonday, 7 * week + day - 1);
      const earlier = lessons.filter((lesson) => ukDate(lesson.startsAt) === date).length;
      const [name, topic] = DAYS[(week + day) % DAYS.length]?.[earlier] ?? DAYS[0][0];
      if (startsAt(date, time) > now + BOOKABLE_IN_MS) ahead += 1;
      const spots = ahead === 2 ? full : USUAL_SPOTS;
      lessons.push(
        await plan(context, { name, topic: topicIn(topics, topic), date, Time: time, spots }),
      );
    }
  return lessons;
}

/** Plans a lesson that began ten minutes ago. */
export function planLiveLesson(context: Context, topics: Topics): Promise<PlannedLesson> {
  const start = context.now - STARTED_MS;
  const [name, topic] = LIVE;
  return plan(context, {
    name,
    topic: topicIn(topics, topic),
    date: ukDate(start),
    Time: `${ukTime(start)}:00`,
    spots: USUAL_SPOTS,
  });
}

function topicIn(topics: Topics, name: string): Topic {
  const topic = topics.get(name);
  if (topic === undefined) throw new Error(`the sample topic ${name} is missing`);
  return topic;
}

interface Plan {
  name: string;
  topic: Topic;
  date: string;
  Time: string;
  spots: number;
}

async function plan(context: Context, { name, topic, date, Time: time, spots }: Plan) {
  const form = {
    Date: date,
    Time: time,
    Lesson_Name: name,
    Meeting_Link: `https://meet.example.com/${name.replaceAll(/\W+/g, '-').toLowerCase()}`,
    Max_Students: spots,
    lesson_notes: 'Please watch the prep videos first and have a calculator at hand.',
    Topic_ID: topic.id,
  };
  const { id } = await transact(context, (work) => insertLesson(work, form));
  return { id, name, startsAt: startsAt(date, time), topic };
}
