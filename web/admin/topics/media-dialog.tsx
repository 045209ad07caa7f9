// <MediaDialog>: a video or slides of a topic, new or existing.
import * as z from 'zod/mini';

import {
  type Item,
  type NewItem,
  newItemSchema,
  VIDEO_MINUTES,
} from '../../../domain/topics/topic.ts';
import { useCloseGuard } from '../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField, TextField } from '../../ui/forms/text-field.tsx';

export type Media = Extract<Item, { kind: 'video' | 'slides' }>;

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
  readonly kind: Media['kind'];
  /** Null for a new one. */
  readonly item: Media | null;
  readonly onSave: (item: NewItem) => Promise<unknown>;
  readonly onClose: () => void;
}

export function MediaDialog({ kind, item, onSave, onClose }: MediaDialogProps) {
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
        <TextField form={form} name="title" label="Title" autoComplete="off" />
        <TextField
          form={form}
          name="address"
          label="Address"
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          hint={hint}
        />
        {kind === 'video' && (
          <NumberField
            form={form}
            name="minutes"
            label="Minutes"
            min={VIDEO_MINUTES.min}
            max={VIDEO_MINUTES.max}
          />
        )}
        <DialogFoot>
          <SubmitButton busyLabel="Saving...">Save</SubmitButton>
        </DialogFoot>
      </Form>
      {question}
    </Dialog>
  );
}
