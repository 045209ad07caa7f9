// <LessonFringes>: a screen behind two slits for each student, where every attended lesson leaves
// its points, and the picture of it to keep.
import { useMutation, useQuery, queryOptions } from '@tanstack/react-query';
import { useId } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import {
  POINTS_PER_LESSON,
  type FringeStage,
  pointsOf,
  stageOf,
} from '../../../domain/lessons/lesson-fringes.ts';
import { type AttendedLesson, lessonCount } from '../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { LOADING } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { saveBlob } from '../../ui/save-file.ts';

interface LessonFringesProps {
  user: FamilyUser;
  /** How many lessons the family has attended; at least one. */
  attended: number;
}

export default function LessonFringes({ user, attended }: LessonFringesProps) {
  const query = useQuery(attendedQuery(attended));
  const names = shortNames(user.students);
  return (
    <section aria-labelledby="fringes" className="grid gap-3 sm:mt-4">
      <h2 id="fringes" className="text-heading">
        {`${lessonCount(attended)} of light`}
      </h2>
      <p className="max-w-prose text-pencil">
        Each lesson attended sends {POINTS_PER_LESSON} points of light through two slits. One by one
        they look random; after six lessons bright and dark bands appear.
      </p>
      <Loaded query={query} noun="the lessons attended" failure={LOADING_ATTENDED.text}>
        {(lessons) => (
          <ul className="grid gap-4 md:grid-cols-[repeat(auto-fill,minmax(24rem,1fr))]">
            {user.students.map(({ id, Student_Name: studentName }) => {
              const own = lessons.filter(({ Student_ID: studentId }) => studentId === id);
              if (own.length === 0) return null;
              return (
                <li key={id}>
                  <Screen name={names.get(id) ?? studentName} lessons={own} />
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface ScreenProps {
  name: string;
  /** Sorted by start. */
  lessons: readonly AttendedLesson[];
}

function Screen({ name, lessons }: ScreenProps) {
  const titleId = useId();
  const keep = useMutation({
    mutationFn: () => toPng(drawPicture(name, lessons.length, lessons)),
    onSuccess: (picture) => saveBlob(`${fileName(name)}-${lessons.length}-lessons.png`, picture),
    meta: failing(
      'Picture not saved',
      'This browser could not draw the picture. Please try another one.',
    ),
  });
  return (
    <Card className="grid gap-3 p-4">
      <h3 id={titleId} className="flex flex-wrap justify-between gap-x-4 font-sans text-base">
        <span className="font-bold wrap-anywhere">{name}</span>
        <span className="font-normal text-pencil">{lessonCount(lessons.length)}</span>
      </h3>
      <svg
        viewBox={`-4 -4 ${FIELD.width + 8} ${FIELD.height + 8}`}
        role="img"
        aria-label={describe(lessons.length)}
        className="w-full"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
      >
        <path
          d={dotsOf(lessons.slice(0, -1))}
          stroke="var(--color-ink)"
          vectorEffect="non-scaling-stroke"
        />
        {/* The latest lesson stands out. */}
        <path
          d={dotsOf(lessons.slice(-1))}
          stroke="var(--color-signal)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={keep.isPending}
        aria-describedby={titleId}
        onClick={() => keep.mutate()}
      >
        Keep this picture
      </Button>
    </Card>
  );
}

/** A name that every file system takes. */
const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase() || 'student';

/** The lessons that the family's students have attended. */
const LOADING_ATTENDED = {
  title: 'Error loading attended lessons',
  text: 'Failed to load the lessons attended',
} as const;

/** The latest ones, sorted by start. `count` is how many there are, so that a new one is loaded. */
const attendedQuery = (count: number) =>
  queryOptions({
    queryKey: ['family', 'attended', count],
    queryFn: ({ signal }) => call(endpoints.listAttended, { signal }),
    select: ({ lessons }) => lessons,
    ...LOADING,
    meta: { operation: LOADING_ATTENDED, isSilentOffline: true },
  });

/** The size of the drawing of the points, in its own units. */
const FIELD = { width: 640, height: 200 } as const;
const PICTURE = { width: 1080, margin: 80, line: 44 } as const;
const COLOURS = { paper: '#f8f4ea', ink: '#16213a', pencil: '#414b63', signal: '#92240a' } as const;
/** More topics than fit are counted. */
const MAX_TOPICS = 12;
const MAX_LETTERS = 60;

const short = (value: number) => String(Number(value.toFixed(1)));

/** The points of lessons as a path of dots, to be drawn with round caps. */
export const dotsOf = (lessons: readonly Pick<AttendedLesson, 'id' | 'Student_ID'>[]): string =>
  lessons
    .flatMap(({ id, Student_ID: studentId }) => pointsOf(studentId, id))
    .map(({ across, along }) => {
      const x = short(((across + 1) / 2) * FIELD.width);
      return `M${x} ${short(along * FIELD.height)}h0`;
    })
    .join('');

const stages: Readonly<Record<FringeStage, string>> = {
  scattered: 'They still look scattered.',
  forming: 'The first bands begin to show.',
  clear: 'They form bright and dark bands.',
};

/** What can be seen, in words. */
export const describe = (lessons: number): string =>
  `Points of light behind two slits after ${lessonCount(lessons)}. ${stages[stageOf(lessons)]}`;

/** The names of the lessons, each once, in the order of the first. */
export function topicsOf(lessons: readonly Pick<AttendedLesson, 'Lesson_Name'>[]): string[] {
  const names = [...new Set(lessons.map(({ Lesson_Name: lessonName }) => lessonName))];
  const rest = names.length - MAX_TOPICS;
  return rest <= 0 ? names : [...names.slice(0, MAX_TOPICS - 1), `and ${rest + 1} more`];
}

const cut = (words: string) => {
  const letters = Array.from(words);
  return letters.length <= MAX_LETTERS ? words : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`;
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** People type names: they must not become elements of the drawing. */
const escaped = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

/** The whole picture: first name, number of lessons, points and topics. */
export function drawPicture(
  firstName: string,
  count: number,
  lessons: readonly AttendedLesson[],
): Picture {
  const { width, margin, line } = PICTURE;
  const topics = topicsOf(lessons);
  const scale = (width - 2 * margin) / FIELD.width;
  const top = margin + 130;
  const under = top + FIELD.height * scale + 70;
  const height = under + topics.length * line + margin - 20;
  const text = (y: number, size: number, colour: string, words: string) =>
    `<text x="${margin}" y="${y}" font-size="${size}" fill="${colour}">${escaped(cut(words))}</text>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Georgia, serif">`,
    `<rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>`,
    text(margin + 30, 60, COLOURS.ink, firstName),
    text(margin + 85, 34, COLOURS.pencil, lessonCount(count)),
    `<path transform="translate(${margin} ${top}) scale(${scale})" d="${dotsOf(lessons)}" stroke="${COLOURS.signal}" stroke-width="3" stroke-linecap="round"/>`,
    ...topics.map((topic, index) => text(under + index * line, 28, COLOURS.ink, topic)),
    '</svg>',
  ].join('');
  return { width, height, svg };
}

/** Turns the picture into a PNG, which phones keep among their photos. */
async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be drawn.'));
      else resolve(blob);
    }, 'image/png');
  });
}
