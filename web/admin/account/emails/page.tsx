// /admin-account/emails: the tutor's own emails, the greeting of emails to people, and letters to
// families.
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';

import * as endpoints from '../../../../domain/endpoints.ts';
import { LENGTHS } from '../../../../domain/limits.ts';
import { paths } from '../../../../domain/paths.ts';
import { shortTime } from '../../../../domain/time.ts';
import { DAILY_SUMMARY, type Settings, settingsSchema } from '../../../../domain/tutor/settings.ts';
import { settingsQuery, useUpdateSettings } from '../../../data/settings.ts';
import { Section } from '../../../frames/section.tsx';
import { call } from '../../../transport/client.ts';
import { startQuery } from '../../../transport/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { useFollowedDefaults } from '../../../ui/forms/follow-defaults.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { TextLink } from '../../../ui/link-button.tsx';
import { EmailPreview } from '../email-preview.tsx';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

export default function AdminAccountEmails() {
  return (
    <AdminAccountFrame here={paths.adminAccountEmails} wide>
      <Section id="greeting" title="How emails begin">
        <WithSettings rows={4}>
          {(settings) => <GreetingSettings settings={settings} />}
        </WithSettings>
      </Section>
      <Section id="letters" title="After a lesson">
        <WithSettings rows={2}>{(settings) => <Letters settings={settings} />}</WithSettings>
      </Section>
      <Section id="own-emails" title="Emails to you">
        <WithSettings rows={2}>
          {(settings) => (
            <div className="grid max-w-2xl grid-cols-1 gap-7">
              <DailySummary settings={settings} />
              <TestEmail />
            </div>
          )}
        </WithSettings>
      </Section>
    </AdminAccountFrame>
  );
}

const schema = z.object({ greeting: settingsSchema.shape.greeting });

/** <GreetingSettings>: the greeting of emails to people, beside a preview. */
function GreetingSettings({ settings: { greeting } }: { settings: Settings }) {
  const update = useUpdateSettings();
  const form = useAppForm({
    schema,
    defaultValues: { greeting },
    onSubmit: (_, changes) =>
      update.mutateAsync({ changes, done: 'Emails that are sent from now on begin with it.' }),
  });
  useFollowedDefaults(form, schema, { greeting });
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-7 xl:grid-cols-2">
      <Form form={form} label="How emails begin" className="grid content-start gap-4">
        <TextField
          form={form}
          name="greeting"
          label="Greeting"
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

/** <DailySummary>: whether the tutor receives a daily summary by email. */
function DailySummary({ settings: { daily_summary } }: { settings: Settings }) {
  const update = useUpdateSettings();
  return (
    <Switch
      label="Daily summary"
      hint={`At ${shortTime(DAILY_SUMMARY.from)} UK time, to everybody who signs in here: enquiries to answer, today’s lessons, attendance to confirm, emails that were not delivered and payments to look at. On days when nothing is waiting, there is no email.`}
      checked={
        update.isPending ? (update.variables.changes.daily_summary ?? daily_summary) : daily_summary
      }
      onChange={(checked) =>
        update.mutate({
          changes: { daily_summary: checked },
          done: checked
            ? 'You get an email on every morning when something is waiting.'
            : 'You no longer get a daily summary.',
        })
      }
    />
  );
}

/** <Letters>: whether families get a letter after each lesson. */
function Letters({ settings: { letters } }: { settings: Settings }) {
  const update = useUpdateSettings();
  return (
    <div className="max-w-2xl">
      <Switch
        label="Letters to families"
        hint="An hour after each lesson, every family reads what its child did: the topic, the questions, the slides, your sentence from the lesson room, and what comes next. Families can choose to get none."
        checked={update.isPending ? (update.variables.changes.letters ?? letters) : letters}
        onChange={(checked) =>
          update.mutate({
            changes: { letters: checked },
            done: checked
              ? 'Families get a letter after each lesson.'
              : 'Families get no letters any more.',
          })
        }
      />
    </div>
  );
}

/** <TestEmail>: sends the tutor an email, to check that emails arrive. */
function TestEmail() {
  // Emails the signed-in tutor. The response contains the address.
  const send = useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to send the test email. Please try again.' },
    },
    // A retry would send another email.
    retry: false,
    mutationFn: () => call(endpoints.sendTestEmail, {}),
  });
  return (
    <div>
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
        Send a test email
      </Button>
      <div aria-live="polite">
        {send.data !== undefined && (
          <p className="mt-3 leading-snug">
            A test email is on its way to{' '}
            <strong className="wrap-anywhere">{send.data.email}</strong>. If it has not arrived in a
            few minutes, the Activity page says why.
            <TextLink href={paths.adminActivity} className="block! w-fit">
              See which emails were not delivered
            </TextLink>
          </p>
        )}
      </div>
    </div>
  );
}
