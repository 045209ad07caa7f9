// <LetterPart>: the letter that families get after the lesson: the tutor's sentence, a preview, and
// whether it goes.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';

import { LENGTHS } from '../../../domain/limits.ts';
import { paths } from '../../../domain/paths.ts';
import { namesIn } from '../../../domain/rooms/letter-words.ts';
import {
  type Letter,
  letterDraftSchema,
  letterDueAt,
  type LetterChanges,
  refuseLetterChange,
} from '../../../domain/rooms/letter.ts';
import { changeLetter, previewLetter } from '../../../domain/rooms/tutor-endpoints.ts';
import type { TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { joinWords } from '../../../domain/text.ts';
import { formatUkInstant, ukTime } from '../../../domain/time.ts';
import { settingsQuery } from '../../data/settings.ts';
import { tutorRoomQuery } from '../../data/tutor-room.ts';
import { EMAIL_FRAME_SIZE, EmailFrame } from '../../parts/email-frame.tsx';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { loadAgain, patchQuery, reportSuccess } from '../../transport/query-client.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/forms/filters.tsx';
import { useFollowedDefaults } from '../../ui/forms/follow-defaults.ts';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/text-field.tsx';
import { useNow, useSettled } from '../../ui/hooks/hooks.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Loaded, Skeleton } from '../../ui/loaded.tsx';

interface LetterProps {
  room: TutorRoom;
}

/** Nothing without students. */
export function LetterPart({ room }: LetterProps) {
  const now = useNow();
  const { lesson, letter, students } = room;
  const settings = useQuery(settingsQuery);
  if (students.length === 0) return null;
  const starts_at = Date.parse(lesson.starts_at);
  const isSent = letter.state === 'sent';
  const isPast = refuseLetterChange({ starts_at, sent_at: null }, now) !== null;
  const isOffForAll = settings.data?.letters === false && !isSent;
  return (
    <section aria-labelledby="letter" className="grid max-w-2xl grid-cols-1 gap-4 print:hidden">
      <div>
        <h2 id="letter" className="text-heading">
          Letter to the families
        </h2>
        <p className="figures mt-1 leading-snug text-pencil">
          {isOffForAll ? 'Letters are switched off.' : describeState(room, { isPast, now })}
        </p>
      </div>
      {isOffForAll && <TextLink href={paths.adminAccountEmails}>Switch them on</TextLink>}
      {isSent && letter.sentence !== '' && (
        <p className="border-l-4 border-rule pl-4 whitespace-pre-line wrap-anywhere">
          {letter.sentence}
        </p>
      )}
      {!isSent && !isPast && !isOffForAll && <LetterForm room={room} now={now} />}
    </section>
  );
}

function describeState(
  { lesson, letter, topic }: TutorRoom,
  { isPast, now }: { isPast: boolean; now: number },
): string {
  const { state, sentence, sends_at, sent_at } = letter;
  if (sent_at !== null) return `Sent on ${formatUkInstant(Date.parse(sent_at))}.`;
  if (isPast) return 'None was sent.';
  if (state === 'off') return 'None is sent.';
  if (sends_at !== null && now < Date.parse(sends_at))
    return `It goes at ${ukTime(Date.parse(sends_at))} UK time, with what each student did, what to look at again and what comes next.`;
  if (topic === null && sentence === '')
    return `The lesson has no topic, so a letter goes with your sentence alone${now < letterDueAt(Date.parse(lesson.starts_at)) ? '' : ', as soon as you send it'}.`;
  return sends_at === null ? 'It goes when you send it.' : 'It goes within a minute.';
}

const schema = z.object({ sentence: letterDraftSchema.shape.sentence });

function LetterForm({ room, now }: LetterProps & { now: number }) {
  const { lesson, letter, topic, students } = room;
  const change = useChangeLetter(lesson.id);
  const [isPreviewed, setPreviewed] = useState(false);
  const [studentId, setStudentId] = useState(students[0]?.Student_ID ?? '');
  const form = useAppForm({
    schema,
    defaultValues: { sentence: letter.sentence },
    onSubmit: ({ sentence }) => change.mutateAsync(changesOf(letter, sentence)),
  });
  useFollowedDefaults(form, schema, { sentence: letter.sentence });
  const { sentence } = form.watch();
  const namesInSentence = namesIn(
    sentence,
    students.map((student) => student.Student_Name),
  );
  const sendsAtOnce = letter.state !== 'off' && now >= letterDueAt(Date.parse(lesson.starts_at));
  return (
    <Form form={form} label="Letter to the families" className="grid grid-cols-1 gap-4">
      <TextArea
        form={form}
        name="sentence"
        label="Your sentence for all families"
        rows={2}
        optional
        hint={`What you did today, in your words. Up to ${LENGTHS.letterSentence.max} characters.`}
      />
      {letter.sentence !== '' && !isSaved(letter, sentence) && (
        <p className="leading-snug whitespace-pre-line wrap-anywhere text-pencil">
          Saved until now: “{letter.sentence}”
        </p>
      )}
      {namesInSentence.length > 0 && (
        <output className="leading-snug font-bold text-caution">
          All families read this. It names {joinWords(namesInSentence)}.
        </output>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton busyLabel={sendsAtOnce ? 'Sending...' : 'Saving...'}>
          {sendsAtOnce ? 'Send' : 'Save sentence'}
        </SubmitButton>
        {!sendsAtOnce && (
          <SendNow
            change={change}
            changes={changesOf(letter, sentence)}
            disabledReason={
              topic === null && sentence.trim() === ''
                ? 'Write a sentence first: the lesson has no topic.'
                : null
            }
          />
        )}
        <Button
          variant="secondary"
          busy={change.isPending}
          onClick={() =>
            change.mutate(
              letter.state === 'off'
                ? { state: 'planned', sentence_before: letter.sentence }
                : { state: 'off' },
            )
          }
        >
          {letter.state === 'off' ? 'Send it after all' : 'Do not send'}
        </Button>
        <Button
          variant="secondary"
          aria-expanded={isPreviewed}
          onClick={() => setPreviewed(!isPreviewed)}
        >
          Preview
        </Button>
      </div>
      {isPreviewed && (
        <>
          <Select
            label="Preview for the family of"
            value={studentId}
            onChange={setStudentId}
            options={students.map((student) => ({
              value: student.Student_ID,
              label: student.Student_Name,
            }))}
          />
          <LetterPreview lessonId={lesson.id} sentence={sentence} studentId={studentId} />
        </>
      )}
    </Form>
  );
}

const isSaved = (letter: Letter, typed: string) => typed.trim() === letter.sentence;

/** The sentence only if it was typed here, and the one that is shown as the saved one. */
const changesOf = (letter: Letter, typed: string): LetterChanges => ({
  ...(isSaved(letter, typed) ? {} : { sentence: typed }),
  sentence_before: letter.sentence,
});

interface SendNowProps extends Pick<ButtonProps, 'disabledReason'> {
  change: ReturnType<typeof useChangeLetter>;
  changes: LetterChanges;
}

/** Sends the letter before its time, once that is confirmed. */
function SendNow({ change, changes, disabledReason }: SendNowProps) {
  const [question, ask] = useConfirm();
  const send = async () => {
    const isMeant = await ask({
      title: 'Send the letter now?',
      text: 'Every family of this lesson gets it, and it cannot be taken back.',
      action: 'Send now',
    });
    if (isMeant) change.mutate({ ...changes, state: 'sent' });
  };
  return (
    <>
      <Button
        variant="secondary"
        busy={change.isPending}
        disabledReason={disabledReason}
        onClick={() => void send()}
      >
        Send now
      </Button>
      {question}
    </>
  );
}

/** How long after the last keystroke the preview updates. */
const PAUSE_MS = 700;

interface PreviewProps {
  lessonId: string;
  sentence: string;
  studentId: string;
}

function LetterPreview({ lessonId, sentence, studentId }: PreviewProps) {
  const settled = useSettled(sentence, PAUSE_MS);
  const preview = useQuery({
    queryKey: ['admin', 'letter-preview', lessonId, studentId, settled],
    queryFn: ({ signal }) =>
      call(previewLetter, {
        signal,
        params: { id: lessonId },
        body: { sentence: settled, Student_ID: studentId },
      }),
    placeholderData: keepPreviousData,
    meta: { operation: { title: 'Error loading preview', text: 'Failed to load the preview' } },
  });
  return (
    <Loaded
      query={preview}
      noun="the letter"
      skeleton={<Skeleton className={EMAIL_FRAME_SIZE} />}
      failure="Failed to load the preview"
    >
      {({ subject, html }) => <EmailFrame title="Preview" subject={subject} html={html} />}
    </Loaded>
  );
}

/** `mutate(changes)`: shows the letter as it is then. */
function useChangeLetter(lessonId: string) {
  const client = useQueryClient();
  const { queryKey } = tutorRoomQuery(lessonId);
  return useMutation({
    meta: failing('Error saving the letter', 'Failed to save the letter. Please try again.'),
    mutationFn: (changes: LetterChanges) =>
      call(changeLetter, { params: { id: lessonId }, body: changes }),
    onSuccess: ({ letter }) => {
      patchQuery<TutorRoom | null>(client, queryKey, (room) => room && { ...room, letter });
      reportSuccess(
        letter.state === 'sent' ? 'Letter sent' : 'Letter saved',
        letter.state === 'sent'
          ? 'The families have it in a moment.'
          : letter.state === 'off'
            ? 'No letter is sent about this lesson.'
            : 'Your sentence is in the letter.',
      );
    },
    // It may have gone, or got another sentence, while the tutor typed.
    onError: () => loadAgain(client, [queryKey]),
  });
}
