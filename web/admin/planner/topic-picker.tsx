// <TopicPicker>: chooses a topic of the library for a lesson, grouped by course. The schemas of the
// fields that lesson forms share are below.
import { type Course, courseLabels, courses } from '../../../domain/course.ts';
import { MAX_STUDENTS } from '../../../domain/lesson-fields.ts';
import { topicWords } from '../../../domain/topics/topic-list.ts';
import { useTopics } from '../../data/tutor.ts';
import { Field, type FieldTexts } from '../../ui/forms/field.tsx';

interface TopicPickerProps extends Pick<FieldTexts, 'label' | 'labelHidden' | 'hint'> {
  /** The chosen topic's id; null without one. */
  value: string | null;
  onChange: (topicId: string | null) => void;
  /** Offers the topics of this course alone; null for all of them. */
  course?: Course | null;
}

export function TopicPicker({ value, onChange, course: only = null, ...texts }: TopicPickerProps) {
  const { inUse, topicOf } = useTopics([value]);
  const isListed = value === null || inUse.some(({ id }) => id === value);
  const currentTopic = topicOf(value);
  return (
    <Field {...texts} optional={texts.labelHidden !== true}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">No topic</option>
          {/* Archived, but the lesson keeps it; or the topics are still loading. */}
          {!isListed && (
            <option value={value}>
              {currentTopic === undefined ? 'The topic it has now' : topicWords(currentTopic)}
            </option>
          )}
          {courses
            .filter((course) => only === null || course === only)
            .map((course) => (
              <optgroup key={course} label={courseLabels[course]}>
                {inUse
                  .filter((topic) => topic.course === course)
                  .map((topic) => (
                    <option key={topic.id} value={topic.id}>
                      {topicWords(topic)}
                    </option>
                  ))}
              </optgroup>
            ))}
        </select>
      )}
    </Field>
  );
}

/** Shared by the forms for a lesson and for a term. */
export const meetingLinkField = {
  name: 'Meeting_Link',
  label: 'Meeting link',
  type: 'url',
  placeholder: 'https://',
  autoComplete: 'off',
} as const;

export const maxStudentsField = {
  name: 'Max_Students',
  label: 'Max students',
  min: MAX_STUDENTS.min,
  max: MAX_STUDENTS.max,
} as const;

/** The style of a time that toggles with a tap. */
export const choiceButtonClass =
  'figures min-h-11 cursor-pointer rounded-md border border-dashed border-rule font-bold hover:border-solid hover:border-ink aria-pressed:border-solid aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper';
