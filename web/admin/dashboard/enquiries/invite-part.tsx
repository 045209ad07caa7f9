// <InvitePart>: the email that invites an enquirer to a free first lesson: a template to edit, and
// a lesson.
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { type Course, courseLabels, courseOfStudent } from '../../../../domain/course.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import {
  sentSubject,
  type NewEnquiryInvitation,
  ENQUIRY_INVITATION_DAYS,
} from '../../../../domain/enquiries/free-lesson.ts';
import type { ErrorCode } from '../../../../domain/errors.ts';
import { type AdminLesson, spotsLeftWords } from '../../../../domain/lessons/lesson.ts';
import { LENGTHS } from '../../../../domain/limits.ts';
import { fillReply } from '../../../../domain/tutor/reply-text.ts';
import { type ReplyTemplate, replyTemplateSchema } from '../../../../domain/tutor/settings.ts';
import { PLAN_CHANGES } from '../../../data/planned-lessons.ts';
import { settingsQuery } from '../../../data/settings.ts';
import { call } from '../../../transport/client.ts';
import { ApiError } from '../../../transport/failures.ts';
import { loadAgain } from '../../../transport/query-client.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { DialogFoot } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/forms/filters.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { showToast } from '../../../ui/toast.ts';
import { CUSTOMERS, patchEnquiry } from '../data.ts';
import { lessonOptions, proposedOf, replyFactsOf, useProposable } from './invitation-state.tsx';

interface InvitePartProps {
  enquiry: Enquiry;
  now: number;
  /** Called with whether closing would lose text. */
  onWritten: (isWritten: boolean) => void;
  /** Receives what to say about it. */
  onSent: (sent: InvitationSent) => void;
}

export default function InvitePart({ now, ...rest }: InvitePartProps) {
  const settings = useQuery(settingsQuery);
  const lessons = useProposable(now);
  return (
    <Loaded query={settings} noun="templates" rows={3}>
      {({ reply_templates: templates }) => (
        <Loaded query={lessons} noun="lessons" rows={3}>
          {(planned) => <InviteForm {...rest} now={now} templates={templates} lessons={planned} />}
        </Loaded>
      )}
    </Loaded>
  );
}

const schema = z.object({
  subject: sentSubject,
  message: replyTemplateSchema.shape.text,
  Lesson_ID: z.string(),
});

interface InviteFormProps extends InvitePartProps {
  templates: readonly ReplyTemplate[];
  lessons: readonly AdminLesson[];
}

function InviteForm({ enquiry, now, templates, lessons, onWritten, onSent }: InviteFormProps) {
  const invite = useInviteEnquirer();
  const [chosen, setChosen] = useState(0);
  // As of the opening of the form: the text must not change while the tutor edits it.
  const [facts] = useState(() => replyFactsOf(enquiry, lessons, now));
  const fill = (index: number) => fillReply(templates[index] ?? {}, facts);
  const filled = fill(chosen);
  const isOwn = ({ subject, message }: typeof filled) =>
    subject.trim() !== filled.subject.trim() || message.trim() !== filled.message.trim();
  const [proposed] = useState(() => proposedOf(lessonOptions(enquiry, lessons, '', now), now));
  const form = useAppForm({
    schema,
    defaultValues: { ...filled, Lesson_ID: proposed },
    onSubmit: async ({ Lesson_ID: lessonId, ...words }) => {
      const { customer } = await invite.mutateAsync({
        id: enquiry.id,
        invitation: { ...words, ...(lessonId === '' ? {} : { Lesson_ID: lessonId }) },
      });
      onSent(describe(customer, lessonId !== ''));
    },
  });
  const typed = form.watch();
  const letter = useAsHighAsText(chosen);
  const isWritten = isOwn(typed);
  useEffect(() => onWritten(isWritten), [onWritten, isWritten]);
  const [question, ask] = useConfirm();
  const take = async (index: number) => {
    if (isWritten && !(await ask(replaceWritten))) return;
    setChosen(index);
    const next = fill(index);
    form.setValue('subject', next.subject);
    form.setValue('message', next.message);
  };
  const options = lessonOptions(enquiry, lessons, typed.Lesson_ID, now);
  const picked = options.find(({ value }) => value === typed.Lesson_ID);
  return (
    <Form form={form} label={`Invite ${enquiry.name}`}>
      {enquiry.invitation !== null && (
        <p className="border-l-4 border-caution pl-4">
          The link that was sent before then no longer works.
        </p>
      )}
      <SelectField
        form={form}
        name="Lesson_ID"
        label="Propose a lesson"
        optional
        placeholder="None: they choose one themselves"
        options={options}
        hint={picked === undefined ? noneFits(courseOfStudent(facts), options) : spotsNote(picked)}
      />
      {templates.length > 0 && (
        <Select
          label="Template"
          value={chosen}
          options={templates.map(({ name }, value) => ({ value, label: name }))}
          onChange={(index) => void take(index)}
        />
      )}
      <TextField form={form} name="subject" label="Subject" />
      <div ref={letter}>
        <TextArea
          form={form}
          name="message"
          label="Message"
          rows={7}
          hint={`${roomLeft(typed.message)}The link is added beneath it and works for ${ENQUIRY_INVITATION_DAYS} days.`}
        />
      </div>
      <FormProblem />
      <DialogFoot>
        <SubmitButton busyLabel="Sending...">Send to {enquiry.name.split(' ', 1)}</SubmitButton>
      </DialogFoot>
      {question}
    </Form>
  );
}

/**
 * Makes the text box in the element of the ref as high as its text, which renders the form with
 * each letter. It grows, but shrinks only for another `template`: what is beneath it would jump
 * with each deleted line.
 */
function useAsHighAsText(template: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const sized = useRef(template);
  useLayoutEffect(() => {
    const box = ref.current?.querySelector('textarea');
    if (box === null || box === undefined) return;
    if (sized.current !== template) box.style.height = '';
    sized.current = template;
    const { scrollHeight, clientHeight, offsetHeight } = box;
    if (scrollHeight > clientHeight)
      box.style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
  });
  return ref;
}

const replaceWritten = {
  title: 'Replace message',
  text: 'What you have written is replaced by the template.',
  action: 'Replace',
  refusal: 'Keep writing',
};

/** A note if every lesson with a spot belongs to the other course. */
function noneFits(course: Course | null, options: readonly { fits: boolean }[]) {
  if (course === null || options.some(({ fits }) => fits)) return undefined;
  return `No ${courseLabels[course]} lesson with a spot is planned.`;
}

const spotsNote = ({ spots }: { spots: number }): string =>
  `${spotsLeftWords(spots)}. It is booked when they sign up, unless it has filled up.`;

const COUNTED_FROM = LENGTHS.reply.max - 200;

/** How many characters are left, shown near the limit. */
function roomLeft(message: string): string {
  const { length } = message.trim();
  if (length < COUNTED_FROM) return '';
  const left = LENGTHS.reply.max - length;
  return left < 0 ? `${-left} characters too many. ` : `${left} characters left. `;
}

const NOT_INVITED = 'Not invited';
const aboutTheLesson: readonly (ErrorCode | undefined)[] = [
  'lesson_not_found',
  'lesson_started',
  'lesson_full',
];

/**
 * `mutateAsync({id, invitation})`: emails the link or, for a family with an account, grants the
 * free lesson at once; the list shows which. A lesson that cannot be proposed is reported on the
 * field `Lesson_ID`.
 */
function useInviteEnquirer() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: NOT_INVITED,
        text: 'Failed to send the invitation. Please try again.',
        titles: {
          lesson_not_found: NOT_INVITED,
          lesson_started: NOT_INVITED,
          lesson_full: NOT_INVITED,
          already_joined: NOT_INVITED,
        },
      },
      isShownByForm: true,
      changes: PLAN_CHANGES,
    },
    // A retry after a lost response would send a second email.
    retry: false,
    mutationFn: async ({ id, invitation }: { id: string; invitation: NewEnquiryInvitation }) => {
      try {
        return await call(endpoints.inviteEnquirer, { params: { id }, body: invitation });
      } catch (error) {
        throw withLessonField(error);
      }
    },
    onSuccess: ({ customer: enquiry }) => patchEnquiry(client, enquiry),
    // A failure means that the page's enquiry or lesson is out of date.
    onError: (error) => {
      // The form goes with a deleted enquiry.
      if (error instanceof ApiError && error.code === 'not_found')
        showToast({ kind: 'destructive', title: NOT_INVITED, description: error.message });
      return loadAgain(client, [CUSTOMERS]);
    },
  });
}

interface InvitationSent {
  readonly title: string;
  readonly description: string;
  /** In place of both where the dialog goes on. */
  readonly short: string;
}

function describe({ name, email, status }: Enquiry, hasLesson: boolean): InvitationSent {
  if (status === 'joined') {
    const description = `${name} has an account already: the credit is there${hasLesson ? ', the lesson is booked' : ''} and an email says so.`;
    return { title: 'Free lesson given', description, short: description };
  }
  return {
    title: 'Invitation sent',
    description: `The email with the link is on its way to ${email}.`,
    short: `${name} is invited.`,
  };
}

function withLessonField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !aboutTheLesson.includes(error.code)) return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, details: [{ field: 'Lesson_ID', message }] });
}
