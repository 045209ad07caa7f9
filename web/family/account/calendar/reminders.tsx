// <Reminders>: how long before a lesson a family is reminded by email.
import {
  type ParentUser,
  REMINDER_HOURS,
  type ReminderHours,
} from '../../../../domain/people/account.ts';
import { useChooseReminders } from '../../../data/family.ts';
import { Switch } from '../../../ui/forms/switch.tsx';

const words: Readonly<Record<ReminderHours, { readonly label: string; readonly hint: string }>> = {
  24: { label: 'The day before', hint: '24 hours before each lesson, with the notes for it.' },
  2: { label: 'Two hours before', hint: 'Puts the link into the lesson at the top of your inbox.' },
};

export function Reminders({ user }: { readonly user: Pick<ParentUser, 'reminder_hours'> }) {
  const choose = useChooseReminders();
  const chosen = choose.isPending ? choose.variables : user.reminder_hours;
  return (
    <div className="grid gap-4">
      {REMINDER_HOURS.map((hours) => (
        <Switch
          key={hours}
          {...words[hours]}
          checked={chosen.includes(hours)}
          onChange={(checked) =>
            choose.mutate(
              REMINDER_HOURS.filter((one) => (one === hours ? checked : chosen.includes(one))),
            )
          }
        />
      ))}
    </div>
  );
}
