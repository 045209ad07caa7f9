// <TopicDialog>: a topic's name, course and reference, of a new one or an existing one.
import { courseLabels, courses } from '../../../domain/course.ts';
import { type NewTopic, newTopicSchema, type Topic } from '../../../domain/topics/topic.ts';
import { useCloseGuard } from '../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../ui/forms/text-field.tsx';

const courseOptions = courses.map((value) => ({ value, label: courseLabels[value] }));

interface TopicDialogProps {
  /** Null for a new one. */
  readonly topic: Pick<Topic, 'name' | 'course' | 'reference'> | null;
  readonly onSave: (topic: NewTopic) => Promise<unknown>;
  readonly onClose: () => void;
}

export function TopicDialog({ topic, onSave, onClose }: TopicDialogProps) {
  const { name = '', course = 'gcse', reference = '' } = topic ?? {};
  const form = useAppForm({
    schema: newTopicSchema,
    defaultValues: { name, course, reference },
    onSubmit: onSave,
  });
  const [question, close] = useCloseGuard({ isDirty: form.formState.isDirty, onClose });
  const title = topic === null ? 'New topic' : 'Edit topic';
  return (
    <Dialog open onOpenChange={close} title={title}>
      <Form form={form} label={title}>
        <TextField form={form} name="name" label="Name" autoComplete="off" />
        <SelectField form={form} name="course" label="Course" options={courseOptions} />
        <TextField
          form={form}
          name="reference"
          label="Reference"
          optional
          autoComplete="off"
          placeholder="4.1.1.2"
          hint="The section of the specification. Topics are sorted by it."
        />
        <DialogFoot>
          <SubmitButton busyLabel="Saving...">
            {topic === null ? 'Create topic' : 'Save'}
          </SubmitButton>
        </DialogFoot>
      </Form>
      {question}
    </Dialog>
  );
}
