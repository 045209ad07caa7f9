// /admin-account/emails: the tutor's own emails, and the greeting of emails to people.
import { paths } from '../../../../domain/paths.ts';
import { settingsQuery } from '../../../data/settings.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';
import { DailySummary } from './daily-summary.tsx';
import { GreetingSettings } from './greeting-settings.tsx';
import { TestEmail } from './test-email.tsx';

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
