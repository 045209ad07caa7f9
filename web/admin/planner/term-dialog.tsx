// <TermDialog>: plans a term in one step: weeks by times, a course for each time, the topics of
// each course, names, exceptions, and conflicts.
import { useState } from 'react';

import {
  refuseTerm,
  type TermPlan,
  toggleTime,
  namesNeeded,
  TERM_WEEKS,
} from '../../../domain/lessons/term.ts';
import { addDays, formatDate, isCalendarDate } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { useCloseGuard } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { NumberField, SelectField, TextArea, TextField } from '../../ui/forms/text-field.tsx';
import { TermWarnings } from './lesson-warnings.tsx';
import { TermTimes, TermWeeks, topicLabel } from './term-fields.tsx';
import { maxStudentsField, meetingLinkField, TopicPicker } from './topic-picker.tsx';
import { type Term, type TermChoices, useTerm } from './use-term.ts';

const nameForOptions = [
  { value: 'lesson', label: 'Each lesson' },
  { value: 'week', label: 'All lessons of a week' },
] as const satisfies readonly { value: TermPlan['nameFor']; label: string }[];

interface TermDialogProps extends TermChoices {
  onClose: () => void;
}

export default function TermDialog(props: TermDialogProps) {
  const { now, onClose } = props;
  const term = useTerm(props);
  const { form, plan, weeks, topics, newLessons, around, isDirty, leaveOut, choose } = term;
  /** On a phone the lessons are shown on demand. */
  const [isSeen, setSeen] = useState(false);
  const [question, close] = useCloseGuard({ isDirty, onClose, question: THROW_AWAY_PLAN });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Plan a term"
      description="The same times every week. All lessons are created, or none."
      width="broad"
      isFull
    >
      <Form
        form={form}
        label="Term"
        // The footer is sticky; a focused field scrolls to above it. Beneath a phone's keyboard
        // there is no room for it.
        className="group/term grid gap-x-8 gap-y-5 lg:grid-cols-[21rem_minmax(0,1fr)] sm:[&_:is(input,textarea)]:scroll-mb-48 [&_:is(select,button)]:scroll-mb-48"
      >
        <TermFields term={term} />
        <Button
          variant="secondary"
          className="sm:hidden"
          aria-expanded={isSeen}
          onClick={() => setSeen(!isSeen)}
        >
          {isSeen ? 'Hide' : 'See'}{' '}
          {newLessons.length === 1 ? '1 lesson' : `${newLessons.length} lessons`}
        </Button>
        <div className={isSeen ? '' : 'max-sm:hidden'}>
          <TermWeeks
            weeks={weeks}
            topics={topics}
            planned={around}
            now={now}
            onLeaveOut={leaveOut}
            onTopic={choose}
          />
        </div>
        <div className="sticky -bottom-5 max-sm:group-has-[:is(input,textarea):focus]/term:static -mx-5 -mb-5 grid items-start gap-x-8 gap-y-3 border-t border-line bg-sheet px-5 py-4 sm:-mx-7 sm:px-7 lg:col-span-2 lg:grid-cols-[minmax(0,1fr)_auto]">
          {plan !== null && (
            <TermWarnings plan={plan} planned={around} now={now} onLeaveOut={leaveOut} />
          )}
          <div className="flex justify-end max-sm:[&>*]:flex-1 lg:col-start-2">
            <SubmitButton
              className="text-balance"
              busyLabel="Creating..."
              disabledReason={plan === null ? null : refuseTerm(plan)}
            >
              Create {lessonsWords(newLessons)}
            </SubmitButton>
          </div>
        </div>
      </Form>
      {question}
    </Dialog>
  );
}

function TermFields({ term }: { term: Term }) {
  const { form, draft, plan, first, usual, times, setTimes, topics, weeks } = term;
  return (
    <div className="grid content-start gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-4">
        <TextField
          form={form}
          name="from"
          label="First week"
          type="date"
          hint={isCalendarDate(draft.from) ? weekOf(first) : 'Any day of that week'}
        />
        <NumberField
          form={form}
          name="weeks"
          label="Weeks"
          min={TERM_WEEKS.min}
          max={TERM_WEEKS.max}
        />
      </div>
      <TermTimes
        times={times}
        usual={usual}
        onToggle={(time) => setTimes(toggleTime(times, time))}
        onCourse={(time, course) =>
          setTimes(times.map((one) => (one === time ? { ...one, course } : one)))
        }
      />
      {topics.map(({ course, topicIds }, index) => (
        <TopicPicker
          key={course}
          label={topicLabel('First topic', course)}
          {...(index === topics.length - 1
            ? { hint: 'The next weeks get the topics after it in the library.' }
            : {})}
          course={course}
          value={topicIds[term.firstWeekOf(course)] ?? null}
          onChange={(topicId) => term.choose(course, term.firstWeekOf(course), topicId)}
        />
      ))}
      <TextArea
        form={form}
        name="names"
        label="Lesson names"
        optional
        hint={
          plan === null
            ? ONE_PER_LINE
            : nameHint(draft.names.length, namesNeeded(weeks, draft.nameFor))
        }
        rows={4}
      />
      <SelectField form={form} name="nameFor" label="Each name is for" options={nameForOptions} />
      <TextField form={form} {...meetingLinkField} />
      <NumberField form={form} {...maxStudentsField} />
    </div>
  );
}

const THROW_AWAY_PLAN = {
  title: 'Throw away the plan',
  text: 'What you entered is not saved anywhere yet.',
  action: 'Throw away',
  refusal: 'Keep planning',
};

const ONE_PER_LINE = 'One name per line';

function nameHint(names: number, needed: number): string {
  return names === 0
    ? `${ONE_PER_LINE}, ${needed} in all. Without, the topic or the course names a lesson.`
    : `${names} of ${needed}, one per line`;
}

/** '24 lessons, 6 Feb to 14 Mar'. */
function lessonsWords(lessons: readonly { Date: string }[]): string {
  const dates = lessons.map(({ Date: date }) => formatDate(date, 'day'));
  const [first, last] = [dates[0], dates.at(-1)];
  const words = dates.length === 1 ? '1 lesson' : `${dates.length} lessons`;
  if (first === undefined) return words;
  return `${words}, ${first === last ? first : `${first} to ${last}`}`;
}

/** 'Mon 4 Jan to Sun 10 Jan'. */
function weekOf(monday: string): string {
  return `${formatDate(monday, 'short')} to ${formatDate(addDays(monday, 6), 'short')}`;
}
