// <AutomaticInvitations>: whether each enquirer is invited automatically, and what that means.
import { spokenHours } from '../../../../domain/business-words.ts';
import { type Settings, AUTOMATIC_INVITATIONS } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Switch } from '../../../ui/forms/choice.tsx';

export function AutomaticInvitations({ settings }: { readonly settings: Settings }) {
  const update = useUpdateSettings();
  const { business, invite_automatically, reply_templates } = settings;
  const shown = update.isPending
    ? (update.variables.changes.invite_automatically ?? invite_automatically)
    : invite_automatically;
  const first = reply_templates[0]?.name;
  return (
    <Switch
      label="Invite automatically"
      hint={
        <>
          We email each new enquirer{' '}
          {first === undefined
            ? 'the template that comes with the site'
            : `the template “${first}”`}{' '}
          with a link to the free first lesson at once: once for each address and phone number, and
          up to {AUTOMATIC_INVITATIONS.max} a day. Families with an account wait for you. It does
          not count as your answer: you still have {spokenHours(business.response_hours)} to write
          or call.
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
