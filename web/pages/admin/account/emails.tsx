// /admin-account/emails: the tutor's own emails, and the greeting of emails to people.
import { paths } from '../../../../domain/paths.ts';
import { DailySummary } from '../../../admin/settings/daily-summary.tsx';
import { GreetingSettings } from '../../../admin/settings/greeting-settings.tsx';
import { TestEmail } from '../../../admin/settings/test-email.tsx';
import { startQuery } from '../../../api/transport/query-client.ts';
import { settingsQuery } from '../../../api/tutor/settings.ts';
import { AdminAccountFrame, WithSettings } from '../../../frames/admin-account-frame.tsx';
import { Section } from '../../../frames/section.tsx';

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
