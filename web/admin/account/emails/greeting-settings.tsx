// <GreetingSettings>: the greeting of emails to people, beside a preview.
import * as z from 'zod/mini';

import { LENGTHS } from '../../../../domain/limits.ts';
import { type Settings, settingsSchema } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { EmailPreview } from '../email-preview.tsx';

const schema = z.object({ greeting: settingsSchema.shape.greeting });

export function GreetingSettings({ settings: { greeting } }: { readonly settings: Settings }) {
  const update = useUpdateSettings();
  const form = useAppForm({
    schema,
    defaultValues: { greeting },
    onSubmit: (changes) =>
      update.mutateAsync({ changes, done: 'Emails that are sent from now on begin with it.' }),
  });
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-7 xl:grid-cols-2">
      <Form form={form} label="How emails begin" className="grid content-start gap-4">
        <TextField
          form={form}
          name="greeting"
          label="Greeting"
          autoComplete="off"
          hint={`The first line of every email to families and enquirers; {name} becomes the reader’s name. Up to ${LENGTHS.greeting.max} characters. Reply templates have greetings of their own.`}
        />
        <div>
          <SubmitButton busyLabel="Saving...">Save greeting</SubmitButton>
        </div>
      </Form>
      <EmailPreview typed={{ greeting: form.watch('greeting') }} />
    </div>
  );
}
