// The tutor's room of a lesson, kept fresh by its stream of events, and the page above it. Reports
// failures as toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { addressOf } from '../../../domain/endpoint.ts';
import { paths } from '../../../domain/paths.ts';
import { type TutorRoomEvent, tutorRoomEventSchema } from '../../../domain/rooms/family-room.ts';
import type { AskedQuestion, QuestionState } from '../../../domain/rooms/room.ts';
import { askQuestion, changeAsked, watchTutorRoom } from '../../../domain/rooms/tutor-endpoints.ts';
import type { TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { ukDate } from '../../../domain/time.ts';
import { tutorRoomQuery } from '../../data/tutor-room.ts';
import { call } from '../../transport/client.ts';
import { followEvents } from '../../transport/event-stream.ts';
import { failing } from '../../transport/failures.ts';
import { loadAgain, patchQuery } from '../../transport/query-client.ts';

/**
 * Keeps the room fresh while the page is visible and `isOn`. Returns whether events arrive.
 */
export function useLiveTutorRoom(lessonId: string, { isOn }: { isOn: boolean }): boolean {
  const client = useQueryClient();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    if (!isOn) return undefined;
    const { queryKey } = tutorRoomQuery(lessonId);
    const load = () => void loadAgain(client, [queryKey]);
    return followEvents(
      {
        address: addressOf(watchTutorRoom, { params: { id: lessonId } }),
        audience: 'admin',
        event: tutorRoomEventSchema,
      },
      {
        onEvent: (event) => {
          if (event.kind === 'room') load();
          else
            patchQuery<TutorRoom | null>(
              client,
              queryKey,
              (room) => room && applyEvent(room, event),
            );
        },
        onGap: load,
        onLive: setLive,
      },
    );
  }, [client, lessonId, isOn]);
  return isLive || !isOn;
}

type Change = Exclude<TutorRoomEvent, { kind: 'room' }>;

/** The room after an event. */
export function applyEvent(room: TutorRoom, event: Change): TutorRoom {
  switch (event.kind) {
    case 'asked':
      return event.asked === null ? room : { ...room, asked: withAsked(room.asked, event.asked) };
    case 'here': {
      const here = new Set(event.here);
      const students = room.students.map((one) => ({ ...one, here: here.has(one.Student_ID) }));
      return { ...room, students };
    }
    case 'progress': {
      const { Student_ID: studentId, Item_ID: itemId, result } = event.progress;
      const students = room.students.map((student) => {
        if (student.Student_ID !== studentId) return student;
        const { [itemId]: _, ...others } = student.results;
        return { ...student, results: result === null ? others : { ...others, [itemId]: result } };
      });
      return { ...room, students };
    }
  }
}

const withAsked = (all: AskedQuestion[], changed: AskedQuestion): AskedQuestion[] =>
  all.some(({ id }) => id === changed.id)
    ? all.map((one) => (one.id === changed.id ? changed : one))
    : [...all, changed];

/** `ask.mutate(itemId)` and `change.mutate({id, state})`. Both show the answer at once. */
export function useAsking(lessonId: string) {
  const client = useQueryClient();
  const { queryKey } = tutorRoomQuery(lessonId);
  const onSuccess = ({ asked }: { asked: AskedQuestion }) => {
    patchQuery<TutorRoom | null>(
      client,
      queryKey,
      (room) => room && applyEvent(room, { kind: 'asked', asked }),
    );
  };
  const changing = { changes: [queryKey], isPatched: true } as const;
  const ask = useMutation({
    meta: {
      operation: { title: 'Error asking', text: 'Failed to ask the question. Please try again.' },
      ...changing,
    },
    mutationFn: (itemId: string) =>
      call(askQuestion, { params: { id: lessonId }, body: { Item_ID: itemId } }),
    onSuccess,
  });
  const change = useMutation({
    meta: failing(
      'Error changing the question',
      'Failed to change the question. Please try again.',
      { ...changing },
    ),
    mutationFn: ({ id, state }: { id: string; state: QuestionState }) =>
      call(changeAsked, { params: { id: lessonId, askedId: id }, body: { state } }),
    onSuccess,
  });
  return { ask, change };
}

/** The page that the room of this lesson belongs to: Live on its day, otherwise the planner. */
export const pageAbove = ({ starts_at }: TutorRoom['lesson'], now: number) =>
  ukDate(Date.parse(starts_at)) === ukDate(now) ? paths.adminLive : paths.adminPlanner;
