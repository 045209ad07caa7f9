// <LessonFringes>: a screen behind two slits for each student, where every attended lesson leaves
// its points, and the picture of it to keep.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { POINTS_PER_LESSON } from '../../../../domain/lessons/lesson-fringes.ts';
import { lessonCount, type AttendedLesson } from '../../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../../domain/people/account.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { saveBlob } from '../../../ui/save-file.ts';
import { attendedQuery, LOADING_ATTENDED } from './attended-lessons.ts';
import { describe, dotsOf, drawPicture, FIELD, toPng } from './fringe-picture.ts';

interface LessonFringesProps {
  readonly user: FamilyUser;
  /** How many lessons the family has attended; at least one. */
  readonly attended: number;
}

export default function LessonFringes({ user, attended }: LessonFringesProps) {
  const query = useQuery(attendedQuery(attended));
  const names = shortNames(user.students);
  return (
    <section aria-labelledby="fringes" className="grid gap-3">
      <h2 id="fringes" className="text-heading">
        {`${lessonCount(attended)} of light`}
      </h2>
      <p className="max-w-prose text-pencil">
        Each lesson attended sends {POINTS_PER_LESSON} points of light through two slits. One by one
        they look random; after six lessons bright and dark bands appear.
      </p>
      <Loaded query={query} label="Loading the lessons attended" failure={LOADING_ATTENDED.text}>
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
  readonly name: string;
  /** Sorted by start. */
  readonly lessons: readonly AttendedLesson[];
}

function Screen({ name, lessons }: ScreenProps) {
  const titleId = useId();
  const keep = useMutation({
    mutationFn: () => toPng(drawPicture(name, lessons.length, lessons)),
    onSuccess: (picture) => saveBlob(`${fileName(name)}-${lessons.length}-lessons.png`, picture),
    meta: {
      operation: {
        title: 'Picture not saved',
        text: 'This browser could not draw the picture. Please try another one.',
      },
    },
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
