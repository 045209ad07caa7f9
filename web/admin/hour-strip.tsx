// <HourStrip>: the hour of a lesson as a strip: a mark for now, a dot where each student came in,
// and a tick for each question that was asked.
import { lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { LESSON_MINUTES } from '../../domain/limits.ts';
import { MINUTE_MS, ukTime } from '../../domain/time.ts';

interface HourStripProps {
  /** ISO times, as all others. */
  startsAt: string;
  joined: readonly (string | null)[];
  asked: readonly string[];
  /** Epoch milliseconds; left out once the lesson is over. */
  now?: number;
}

/** How long before the start the strip begins, when the first students come in. */
const EARLY_MINUTES = 10;
const MINUTES = EARLY_MINUTES + LESSON_MINUTES;
const HEIGHT = 22;
/** How far the label of now is from any other, on a phone. */
const MIN_APART_MINUTES = 14;
/** Beneath the line, for the start, the middle and the end. */
const LABEL_Y = HEIGHT + 14;

export function HourStrip({ startsAt, joined, asked, now }: HourStripProps) {
  const start = Date.parse(startsAt);
  const begins = start - EARLY_MINUTES * MINUTE_MS;
  /** Times outside stand at its ends. */
  const at = (time: number) => `${(placeOf(time, begins) * 100).toFixed(2)}%`;
  const came = joined.flatMap((time) => (time === null ? [] : Date.parse(time)));
  const isOn = now !== undefined && now >= begins && now < begins + MINUTES * MINUTE_MS;
  const middle = start + (LESSON_MINUTES / 2) * MINUTE_MS;
  const times: { time: number; words: string; look?: string }[] = [
    start,
    middle,
    lessonEndsAt(start),
  ].map((time) => ({ time, words: ukTime(time) }));
  const labels = isOn
    ? [
        // None lies on another one.
        ...times.filter(({ time }) => Math.abs(time - now) > MIN_APART_MINUTES * MINUTE_MS),
        { time: now, words: `now ${ukTime(now)}`, look: 'fill-signal font-bold' },
      ]
    : times;
  return (
    <svg
      role="img"
      aria-label={stripWords(came.length, asked.length)}
      className="block h-10 w-full overflow-visible text-ink"
    >
      {/* Paler until the lesson starts. */}
      <line x1="0" x2={at(start)} y1={HEIGHT - 4} y2={HEIGHT - 4} className="stroke-line" />
      <line x1={at(start)} x2="100%" y1={HEIGHT - 4} y2={HEIGHT - 4} className="stroke-rule" />
      {[0, 15, 30, 45, 60].map((minute) => (
        <line
          key={minute}
          x1={at(start + minute * MINUTE_MS)}
          x2={at(start + minute * MINUTE_MS)}
          y1={HEIGHT - 8}
          y2={HEIGHT - 4}
          className="stroke-rule"
        />
      ))}
      {labels.map(({ time, words, look = 'fill-pencil' }) => (
        <text
          key={words}
          x={at(time)}
          y={LABEL_Y}
          textAnchor={
            placeOf(time, begins) > 0.9 ? 'end' : placeOf(time, begins) < 0.1 ? 'start' : 'middle'
          }
          className={`figures text-sm ${look}`}
        >
          {words}
        </text>
      ))}
      {asked.map((time) => (
        <line
          key={time}
          x1={at(Date.parse(time))}
          x2={at(Date.parse(time))}
          y1="3"
          y2={HEIGHT - 4}
          stroke="currentColor"
          strokeWidth="2"
        />
      ))}
      {came.map((time, position) => (
        // Two may come in at the same moment.
        // oxlint-disable-next-line react/no-array-index-key
        <circle key={position} cx={at(time)} cy={HEIGHT - 4} r="4" className="fill-positive" />
      ))}
      {isOn && (
        <line
          x1={at(now)}
          x2={at(now)}
          y1="0"
          y2={HEIGHT}
          className="stroke-signal"
          strokeWidth="2"
        />
      )}
    </svg>
  );
}

/** From 0 at the left to 1 at the right. */
export function placeOf(time: number, begins: number): number {
  return Math.min(1, Math.max(0, (time - begins) / (MINUTES * MINUTE_MS)));
}

function stripWords(came: number, asked: number): string {
  const students = came === 1 ? '1 student has joined' : `${came} students have joined`;
  return `The hour: ${students}, ${asked === 1 ? '1 question' : `${asked} questions`} asked`;
}
