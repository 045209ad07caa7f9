// <TopicView>: a topic of the library with its items, and everything that can be done with it.
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import { paths } from '../../../domain/paths.ts';
import {
  type Item,
  type ItemChanges,
  type Topic,
  MAX_TOPIC_ITEMS,
  type NewItem,
  newItemSchema,
  VIDEO_MINUTES,
} from '../../../domain/topics/topic.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm, useCloseGuard } from '../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField, TextField } from '../../ui/forms/text-field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import {
  useDeleteTopic,
  useDuplicateTopic,
  useUpdateTopic,
  useDeleteItem,
  useOrderItems,
  useSaveItem,
} from './data.ts';
import { ItemList } from './item-list.tsx';
import { TopicDialog } from './topic-list.tsx';
import { nameItem, NEW_ITEM, questionPath, topicPath } from './topic-words.ts';

interface TopicViewProps {
  topic: Topic;
  /** The item to show and focus, which was edited before. */
  shownId: string | null;
}

export function TopicView({ topic, shownId }: TopicViewProps) {
  const { id, items } = topic;
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<{ kind: Media['kind']; item: Media | null } | null>(null);
  const [isEditing, setEditing] = useState(false);
  const order = useOrderItems(id);
  const save = useSaveItem(id);
  const remove = useDeleteItem(id);
  const [question, ask] = useConfirm();
  const askAndDelete = async (item: Item) => {
    const sure = await ask({ ...deleteQuestion(item), nextFocus: () => heading.current });
    if (sure) await remove.mutateAsync({ itemId: item.id });
  };
  return (
    <>
      <TopicActions topic={topic} onEdit={() => setEditing(true)} />
      <section aria-labelledby="items" className="grid grid-cols-1 gap-4">
        <h2 id="items" ref={heading} tabIndex={-1} className="text-heading">
          Videos, slides and questions
        </h2>
        {items.length === 0 ? (
          <EmptyState
            title="Nothing here yet"
            text="Add what students watch before the lesson, questions about it, and questions that you ask live. The slides come to students after the lesson."
          />
        ) : (
          <ItemList
            topicId={id}
            items={items}
            shownId={shownId}
            onOrder={(itemIds) => order.mutate(itemIds)}
            onEdit={(item) => {
              if (item.kind !== 'question') setOpened({ kind: item.kind, item });
            }}
            // The hook reports a failure.
            onDelete={(item) => void askAndDelete(item).catch(() => {})}
          />
        )}
        <NewItemButtons topic={topic} onAdd={(kind) => setOpened({ kind, item: null })} />
      </section>
      {opened !== null && (
        <MediaDialog
          {...opened}
          onSave={async (item, changes) => {
            const itemId = opened.item?.id ?? null;
            await save.mutateAsync(itemId === null ? { itemId, item } : { itemId, changes });
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {isEditing && <EditTopic topic={topic} onClose={() => setEditing(false)} />}
      {question}
    </>
  );
}

/** What the tutor is asked before an item is deleted. */
const deleteQuestion = (item: Item) => ({
  title: `Delete ${item.kind === 'slides' ? 'Slides' : `the ${item.kind}`}`,
  text:
    item.kind === 'question'
      ? `“${nameItem(item)}” goes from the topic. Answers that students have given stay in their records.`
      : `“${item.title}” goes from the topic.`,
  action: 'Delete',
  refusal: 'Keep',
});

interface NewItemButtonsProps {
  topic: Topic;
  onAdd: (kind: Media['kind']) => void;
}

function NewItemButtons({ topic: { id, items }, onAdd }: NewItemButtonsProps) {
  return (
    <div className="flex flex-wrap items-start gap-3 max-sm:grid">
      {items.length < MAX_TOPIC_ITEMS ? (
        <>
          <LinkButton href={questionPath(id, NEW_ITEM)}>Add a question</LinkButton>
          <Button variant="secondary" onClick={() => onAdd('video')}>
            Add a video
          </Button>
          <Button variant="secondary" onClick={() => onAdd('slides')}>
            Add slides
          </Button>
        </>
      ) : (
        <Button
          disabledReason={`A topic has up to ${MAX_TOPIC_ITEMS} videos, slides and questions.`}
        >
          Add a question
        </Button>
      )}
    </div>
  );
}

function EditTopic({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const update = useUpdateTopic(topic.id);
  return (
    <TopicDialog
      topic={topic}
      onSave={async ({ name }, changes) => {
        await update.mutateAsync({ changes, done: `“${name}” is saved.` });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function TopicActions({ topic, onEdit }: { topic: Topic; onEdit: () => void }) {
  const { id, name, archived } = topic;
  const navigate = useNavigate();
  const update = useUpdateTopic(id);
  const duplicate = useDuplicateTopic();
  const remove = useDeleteTopic();
  const [question, ask] = useConfirm();
  const askAndDelete = async () => {
    const sure = await ask({
      title: 'Delete topic',
      text: `“${name}” is deleted with its videos, slides and questions. This cannot be undone.`,
      action: 'Delete topic',
      refusal: 'Keep topic',
    });
    if (!sure) return;
    await remove.mutateAsync({ id });
    await navigate(paths.adminTopics, { replace: true });
  };
  const archive = () =>
    update.mutate({
      changes: { archived: !archived },
      done: archived
        ? `“${name}” can be given to lessons again.`
        : `“${name}” is archived. Lessons that have it keep it.`,
    });
  const copy = async () => {
    const { topic: created } = await duplicate.mutateAsync({ id });
    await navigate(topicPath(created.id));
  };
  return (
    <div className="-mt-4 -mb-2 -ml-3 flex flex-wrap">
      <Button variant="quiet" size="compact" onClick={onEdit}>
        Edit
      </Button>
      {/* The hooks report failures. */}
      <Button
        variant="quiet"
        size="compact"
        busy={duplicate.isPending}
        onClick={() => void copy().catch(() => {})}
      >
        Duplicate
      </Button>
      <Button variant="quiet" size="compact" busy={update.isPending} onClick={archive}>
        {archived ? 'Restore' : 'Archive'}
      </Button>
      <Button
        variant="quiet"
        size="compact"
        className="text-negative!"
        busy={remove.isPending}
        onClick={() => void askAndDelete().catch(() => {})}
      >
        Delete
      </Button>
      {question}
    </div>
  );
}

type Media = Extract<Item, { kind: 'video' | 'slides' }>;

interface MediaFields {
  title: string;
  address: string;
  /** The length of a video. */
  minutes: number;
}

const schemaOf = (kind: Media['kind']) =>
  z.pipe(
    z.transform((typed: MediaFields): z.input<typeof newItemSchema> => ({ kind, ...typed })),
    newItemSchema,
  );

const words = {
  video: {
    add: 'Add a video',
    edit: 'Edit video',
    hint: 'Where students watch it, for example on YouTube.',
  },
  slides: {
    add: 'Add slides',
    edit: 'Edit slides',
    hint: 'Students get the link after the lesson.',
  },
} as const;

interface MediaDialogProps {
  kind: Media['kind'];
  /** Null for a new one. */
  item: Media | null;
  /** Receives the whole item, and what of it was changed. */
  onSave: (item: NewItem, changes: ItemChanges) => Promise<unknown>;
  onClose: () => void;
}

/** <MediaDialog>: a video or slides of a topic, new or existing. */
function MediaDialog({ kind, item, onSave, onClose }: MediaDialogProps) {
  const { title = '', address = '' } = item ?? {};
  const form = useAppForm({
    schema: schemaOf(kind),
    defaultValues: { title, address, ...(item?.kind === 'video' && { minutes: item.minutes }) },
    onSubmit: onSave,
  });
  const [question, close] = useCloseGuard({ isDirty: form.formState.isDirty, onClose });
  const { hint, ...titles } = words[kind];
  const heading = item === null ? titles.add : titles.edit;
  return (
    <Dialog open onOpenChange={close} title={heading}>
      <Form form={form} label={heading}>
        <TextField form={form} name="title" label="Title" />
        <TextField
          form={form}
          name="address"
          label="Address"
          type="url"
          spellCheck={false}
          placeholder="https://"
          hint={hint}
        />
        {kind === 'video' && (
          <NumberField form={form} name="minutes" label="Minutes" {...VIDEO_MINUTES} />
        )}
        <DialogFoot>
          <SubmitButton busyLabel="Saving...">Save</SubmitButton>
        </DialogFoot>
      </Form>
      {question}
    </Dialog>
  );
}
