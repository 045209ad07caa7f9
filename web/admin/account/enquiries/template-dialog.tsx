// <TemplateDialog>: a reply template's name, subject and text, with a preview for an enquirer.
import { useState } from 'react';

import { LENGTHS } from '../../../../domain/limits.ts';
import {
  DEFAULT_SUBJECT,
  type ReplyTemplate,
  replyTemplateSchema,
} from '../../../../domain/tutor/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { useCloseGuard, useConfirm } from '../../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { EmailPreview } from '../email-preview.tsx';

interface TemplateDialogProps {
  /** Null for a new one. */
  readonly template: ReplyTemplate | null;
  readonly onSave: (template: ReplyTemplate) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function TemplateDialog({ template, onSave, onRemove, onClose }: TemplateDialogProps) {
  const { name = '', subject = DEFAULT_SUBJECT, text = '' } = template ?? {};
  const [isRemoving, setRemoving] = useState(false);
  const form = useAppForm({
    schema: replyTemplateSchema,
    defaultValues: { name, subject, text },
    onSubmit: async (values) => {
      await onSave(values);
      onClose();
    },
  });
  const typed = form.watch();
  const isDirty = typed.name !== name || typed.subject !== subject || typed.text !== text;
  const [closeQuestion, close] = useCloseGuard({ isDirty, onClose });
  const [removeQuestion, ask] = useConfirm();
  const askAndRemove = async () => {
    const sure = await ask({
      title: 'Remove template',
      text: `“${name}” is removed. What you have sent with it stays as it is.`,
      action: 'Remove template',
      refusal: 'Keep template',
    });
    if (!sure) return;
    setRemoving(true);
    await onRemove().then(onClose, () => setRemoving(false));
  };
  const title = template === null ? 'Add a template' : 'Edit template';
  return (
    <Dialog open onOpenChange={close} title={title} width="broad">
      <Form form={form} label={title} className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <TextField
            form={form}
            name="name"
            label="Name"
            autoComplete="off"
            hint="Only you see it."
          />
          <TextField
            form={form}
            name="subject"
            label="Subject"
            autoComplete="off"
            hint={`{name} and {year} work here too. Up to ${LENGTHS.subject.max} characters.`}
          />
          <TextArea
            form={form}
            name="text"
            label="Text"
            rows={11}
            hint={`{name} becomes the enquirer's name, {year} the school year, {lessons} the next lessons with spots, one a line. Up to ${LENGTHS.reply.max} characters.`}
          />
        </div>
        <EmailPreview typed={{ template: typed }} />
        <DialogFoot>
          {template !== null && (
            <Button variant="destructive" busy={isRemoving} onClick={() => void askAndRemove()}>
              Remove
            </Button>
          )}
          <SubmitButton busyLabel="Saving...">Save</SubmitButton>
        </DialogFoot>
      </Form>
      {closeQuestion}
      {removeQuestion}
    </Dialog>
  );
}
