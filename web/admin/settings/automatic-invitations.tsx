// <AutomaticInvitations>: whether each enquirer is invited automatically, and what that means.
import { AUTOMATIC_INVITATIONS, RESPONSE_PROMISE_HOURS } from '../../../domain/limits.ts';
import type { Settings } from '../../../domain/settings.ts';
import { useUpdateSettings } from '../../api/settings.ts';
import { Switch } from '../../ui/switch.tsx';

export function AutomaticInvitations({ settings }: { readonly settings: Settings }) {
  const update = useUpdateSettings();
  const { invite_automatically, reply_templates } = settings;
  const shown = update.isPending
    ? (update.variables.changes.invite_automatically ?? invite_automatically)
    : invite_automatically;
  const first = reply_templates[0]?.name;
  return (
    <Switch
      label="Invite automatically"
      hint={
        <>
          Whoever enquires is emailed a link to the free first lesson at once, in the words of{' '}
          {first === undefined ? 'the template that comes with the site' : `“${first}”`}. Each
          address and phone number once, and at most {AUTOMATIC_INVITATIONS.max} people a day;
          whoever has an account already waits for you. It does not count as your answer: the{' '}
          {RESPONSE_PROMISE_HOURS} hours go on until you have written or called.
        </>
      }
      checked={shown}
      onChange={(checked) =>
        update.mutate({
          changes: { invite_automatically: checked },
          done: checked ? 'Enquirers are invited automatically.' : 'You invite enquirers yourself.',
        })
      }
    />
  );
}
