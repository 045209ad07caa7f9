// <DailySummary>: whether the tutor receives a daily summary by email.
import { shortTime } from '../../../../domain/time.ts';
import { type Settings, DAILY_SUMMARY } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Switch } from '../../../ui/forms/choice.tsx';

export function DailySummary({ settings: { daily_summary } }: { readonly settings: Settings }) {
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
