// /admin-account/chats: the group chat of each course.
import * as z from 'zod/mini';

import { paths } from '../../../../domain/paths.ts';
import { type Settings, settingsSchema } from '../../../../domain/tutor/settings.ts';
import { settingsQuery, useUpdateSettings } from '../../../data/settings.ts';
import { startQuery } from '../../../transport/query-client.ts';
import { useFollowedDefaults } from '../../../ui/forms/follow-defaults.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

export default function AdminAccountChats() {
  return (
    <AdminAccountFrame here={paths.adminAccountChats}>
      <p className="leading-snug">
        Students find the chat of their course in the rooms of the lessons that they have booked.
      </p>
      <WithSettings rows={2}>{(settings) => <ChatLinks settings={settings} />}</WithSettings>
    </AdminAccountFrame>
  );
}

const { gcse, 'a-level': aLevel } = settingsSchema.shape.chat_links.shape;
/** An empty field is a course without a chat. */
const orNone = <Link extends typeof gcse>(link: Link) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => (typed.trim() === '' ? null : typed)),
    ),
    link,
  );

const schema = z.object({ gcse: orNone(gcse), 'a-level': orNone(aLevel) });

/**
 * <ChatLinks>: the group chat of each course, which students find in the rooms of their lessons.
 */
function ChatLinks({ settings: { chat_links } }: { settings: Settings }) {
  const update = useUpdateSettings();
  const stored = { gcse: chat_links.gcse ?? '', 'a-level': chat_links['a-level'] ?? '' };
  const form = useAppForm({
    schema,
    defaultValues: stored,
    onSubmit: (_, changes) =>
      update.mutateAsync({
        changes: { chat_links: changes },
        done: 'Students find the chats in their lesson rooms.',
      }),
  });
  // A link that was replaced elsewhere must not come back.
  useFollowedDefaults(form, schema, stored);
  const link = { form, type: 'url', placeholder: 'https://', autoComplete: 'off' } as const;
  return (
    <Form form={form} label="Group chats" className="grid gap-4">
      <TextField {...link} name="gcse" label="GCSE group chat" optional />
      <TextField {...link} name="a-level" label="A-level group chat" optional />
      <div>
        <SubmitButton busyLabel="Saving...">Save chats</SubmitButton>
      </div>
    </Form>
  );
}
