// <QuestionEditor>: writes a question of a topic, beside a preview of what students will see.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';

import type { NewItem, Topic, TopicQuestion } from '../../../domain/topics/topic.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { THROW_AWAY, useConfirm } from '../../ui/confirm.tsx';
import { RadioList } from '../../ui/forms/choice.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { ChoiceFields, PointFields } from './choice-fields.tsx';
import { useSaveItem } from './data.ts';
import { type DraftForm, FormulaField } from './formula-field.tsx';
import { NumberFields } from './number-fields.tsx';
import { type Draft, draftOf, draftSchema, isSameDraft, questionOf } from './question-draft.ts';
import { QuestionPreview, type StudentView, usePreview } from './question-preview.tsx';

interface QuestionEditorProps {
  topic: Topic;
  /** Null for a new question. */
  item: TopicQuestion | null;
  StudentView: StudentView;
  /** Leaves the editor; receives the id of the saved question, or null. */
  onLeave: (savedId: string | null) => void;
}

export function QuestionEditor({ topic, item, StudentView, onLeave }: QuestionEditorProps) {
  const [start] = useState(() => draftOf(item));
  const save = useSaveItem(topic.id);
  const isSaved = useRef(false);
  const isLeaving = useRef(false);
  const form = useAppForm<NewItem, Draft>({
    schema: draftSchema,
    defaultValues: start,
    onSubmit: async (typed, changes) => {
      const { item: saved } = await save.mutateAsync(
        item === null
          ? { itemId: null, item: typed }
          : { itemId: item.id, changes: { ...changes, question_before: questionOf(start) } },
      );
      isSaved.current = true;
      onLeave(saved.id);
    },
  });
  const draft = form.watch();
  const preview = usePreview(draft.question);
  const isChanged = () => !isSaved.current && !isSameDraft(form.getValues(), start);
  const guard = useLeaveGuard(isChanged, isLeaving);
  const leave = () => {
    // Leaving takes a moment; a second click would go back further.
    if (isLeaving.current) return;
    isLeaving.current = true;
    onLeave(null);
  };

  // Faults that the preview finds stand at their fields like those of the form.
  const getFieldState = ((name, state) => {
    const own = form.getFieldState(name, state);
    const message = own.error === undefined ? preview.faultOf(name) : undefined;
    return message === undefined ? own : { ...own, error: { type: 'preview', message } };
  }) as typeof form.getFieldState;
  const formWithNotices: DraftForm = { ...form, getFieldState, noticeOf: preview.noticeOf };
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <Form
        form={form}
        label={item === null ? 'New question' : 'Edit question'}
        // The buttons are sticky; a focused field scrolls to above them.
        className="grid grid-cols-1 gap-6 [&_:is(input,select,textarea,button)]:scroll-mb-32"
      >
        <QuestionFields form={formWithNotices} draft={draft} isNew={item === null} />
        <div className="sticky bottom-(--edge) z-10 -mx-1 flex flex-wrap gap-3 border-t border-line bg-paper px-1 py-3">
          <SubmitButton className="max-sm:flex-1" busyLabel="Saving...">
            Save question
          </SubmitButton>
          <Button variant="secondary" className="max-sm:flex-1" onClick={leave}>
            Cancel
          </Button>
        </div>
      </Form>
      <Card className="grid grid-cols-1 gap-4 p-5 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
        <QuestionPreview previewed={preview} StudentView={StudentView} />
      </Card>
      {guard}
    </div>
  );
}

interface QuestionFieldsProps {
  form: DraftForm;
  draft: Draft;
  /** The kind of an existing question cannot be changed. */
  isNew: boolean;
}

/** <QuestionFields>: the fields of a question, of every kind that it can still become. */
function QuestionFields({ form, draft: { use, question }, isNew }: QuestionFieldsProps) {
  const { kind } = question;
  return (
    <>
      <RadioList
        legend="When students answer it"
        name="use"
        value={use}
        options={uses}
        onChange={(next) => form.setValue('use', next)}
        className="bg-sheet sm:flex sm:[&>li]:flex-1 sm:[&>li]:border-b-0"
      />
      {isNew && (
        <RadioList
          legend="Kind of answer"
          name="kind"
          value={kind}
          options={kinds}
          onChange={(next) => form.setValue('question.kind', next)}
          className="bg-sheet"
        />
      )}
      <FormulaField
        form={form}
        name="question.text"
        label="Question"
        rows={4}
        hint="Formulas stand between dollar signs: $v = \frac{s}{t}$. Two of them give a formula a line of its own. **Bold**, *italic* and lists work too."
      />
      {(isNew || kind === 'choice') && (
        <ChoiceFields form={form} draft={question} hidden={kind !== 'choice'} />
      )}
      {(isNew || kind === 'number') && (
        <NumberFields form={form} draft={question} hidden={kind !== 'number'} />
      )}
      {(isNew || kind === 'points') && (
        <PointFields form={form} points={question.points} hidden={kind !== 'points'} />
      )}
      <FormulaField
        form={form}
        name="question.hint"
        label="Hint"
        optional
        hint="Comes after a first try that is not right."
      />
      <FormulaField
        form={form}
        name="question.explanation"
        label="Explanation"
        optional
        rows={4}
        hint="Comes with the right answer, once an answer is final."
      />
    </>
  );
}

/**
 * Asks before unsaved input is left, by a link, by Back or by closing the window. Returns the
 * question to render.
 */
function useLeaveGuard(isChanged: () => boolean, isLeaving: RefObject<boolean>): ReactNode {
  const [question, ask] = useConfirm();
  const blocker = useBlocker(() => isChanged());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask(THROW_AWAY).then((sure) => {
      if (sure) blocker.proceed();
      else blocker.reset();
      isLeaving.current = sure;
    });
  }, [ask, blocker, isLeaving]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  });
  return question;
}

const uses = [
  { value: 'before', label: 'Before the lesson' },
  { value: 'live', label: 'Live, when you ask it' },
] as const;

const kindLabel = (name: string, text: string) => (
  <>
    <span className="font-bold">{name}</span> <span className="text-pencil">{text}</span>
  </>
);

const kinds = [
  { value: 'choice', label: kindLabel('Choice', 'One or several of up to six') },
  { value: 'number', label: kindLabel('Number', 'With its unit and significant figures') },
  { value: 'points', label: kindLabel('Own words', 'Students tick the points that they have') },
] as const;
