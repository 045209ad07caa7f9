// <ReplyTemplates>: the reply templates in the tutor's order, with actions to add, edit, move and
// remove them.
import { useRef, useState } from 'react';

import { LENGTHS } from '../../../../domain/limits.ts';
import {
  MAX_REPLY_TEMPLATES,
  type ReplyTemplate,
  type Settings,
  DEFAULT_SUBJECT,
  replyTemplateSchema,
} from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCloseGuard, useConfirm } from '../../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { EmailPreview } from '../email-preview.tsx';

export function ReplyTemplates({ settings }: { settings: Settings }) {
  const update = useUpdateSettings();
  const { reply_templates: templates, invite_automatically } = settings;
  /** The edited template; a new one has the place after the last. */
  const [opened, setOpened] = useState<OpenedTemplate | null>(null);
  const open = (place: number) => setOpened({ templates, place });
  const list = useRef<HTMLOListElement>(null);
  const replace = (before: ReplyTemplate[], next: ReplyTemplate[], done: string) =>
    update.mutateAsync({
      changes: { reply_templates: next, reply_templates_before: before },
      done,
    });
  const moveUp = async (index: number, template: ReplyTemplate) => {
    const others = templates.toSpliced(index, 1);
    const next = others.toSpliced(index - 1, 0, template);
    await replace(templates, next, `“${template.name}” has moved up.`);
    // The pressed button has moved or is gone.
    list.current?.children[index - 1]?.querySelector('button')?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {templates.length === 0 ? (
        <p className="text-pencil">
          There are no templates. Invitations begin with the words that come with the site.
        </p>
      ) : (
        <ol ref={list} className="border-y border-line">
          {templates.map((template, index) => (
            <TemplateRow
              // Names may repeat.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              template={template}
              isFirst={index === 0}
              isAutomatic={invite_automatically && index === 0}
              isSaving={update.isPending}
              onEdit={() => open(index)}
              // The hook reports a failure.
              onMoveUp={() => void moveUp(index, template).catch(() => {})}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="secondary"
          disabledReason={
            templates.length < MAX_REPLY_TEMPLATES
              ? null
              : `There can be up to ${MAX_REPLY_TEMPLATES} templates.`
          }
          onClick={() => open(templates.length)}
        >
          Add a template
        </Button>
      </div>
      {opened !== null && (
        <TemplateDialog
          template={opened.templates[opened.place] ?? null}
          onSave={(template) =>
            replace(
              opened.templates,
              opened.templates.toSpliced(opened.place, 1, template),
              `“${template.name}” is saved.`,
            )
          }
          onRemove={(name) =>
            replace(
              opened.templates,
              opened.templates.toSpliced(opened.place, 1),
              `“${name}” is removed.`,
            )
          }
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface OpenedTemplate {
  /** The templates as one was opened: by now they may have changed elsewhere. */
  readonly templates: ReplyTemplate[];
  readonly place: number;
}

interface TemplateRowProps {
  template: ReplyTemplate;
  isFirst: boolean;
  /** Sent with every invitation that goes by itself. */
  isAutomatic: boolean;
  isSaving: boolean;
  onEdit: () => void;
  onMoveUp: () => void;
}

function TemplateRow(props: TemplateRowProps) {
  const { template, isFirst, isAutomatic, isSaving, onEdit, onMoveUp } = props;
  const { name, text } = template;
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line py-1 last:border-b-0">
      <div className="min-w-0 flex-1 basis-48 py-1.5 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-2 leading-snug font-bold wrap-anywhere">
          {name}
          {isAutomatic && <Badge tone="positive">Automatic</Badge>}
        </p>
        <p className="truncate text-sm text-pencil">{text}</p>
      </div>
      <div className="flex max-sm:-ml-3 sm:-mr-3">
        <Button variant="quiet" size="compact" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {!isFirst && (
          <Button
            variant="quiet"
            size="compact"
            aria-label={`Move up ${name}`}
            busy={isSaving}
            onClick={onMoveUp}
          >
            Move up
          </Button>
        )}
      </div>
    </li>
  );
}

interface TemplateDialogProps {
  /** Null for a new one. */
  template: ReplyTemplate | null;
  onSave: (template: ReplyTemplate) => Promise<unknown>;
  onRemove: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** <TemplateDialog>: a reply template's name, subject and text, with a preview for an enquirer. */
function TemplateDialog({ template, onSave, onRemove, onClose }: TemplateDialogProps) {
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
    await onRemove(name).then(onClose, () => setRemoving(false));
  };
  const title = template === null ? 'Add a template' : 'Edit template';
  return (
    <Dialog open onOpenChange={close} title={title} width="broad">
      <Form form={form} label={title} className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <TextField form={form} name="name" label="Name" hint="Only you see it." />
          <TextField
            form={form}
            name="subject"
            label="Subject"
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
