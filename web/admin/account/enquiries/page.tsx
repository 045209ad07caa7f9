// /admin-account/enquiries: how families get their free first lesson, automatic invitations, and
// the reply templates.
import { paths } from '../../../../domain/paths.ts';
import { settingsQuery } from '../../../data/settings.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';
import { AutomaticInvitations } from './automatic-invitations.tsx';
import { FreeLesson } from './free-lesson.tsx';
import { ReplyTemplates } from './reply-templates.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

export default function AdminAccountEnquiries() {
  return (
    <AdminAccountFrame here={paths.adminAccountEnquiries}>
      <Section id="free-first-lesson" title="Free first lesson">
        <WithSettings rows={3}>{(settings) => <FreeLesson settings={settings} />}</WithSettings>
      </Section>
      <Section id="replies-to-enquiries" title="Replies to enquiries">
        <WithSettings rows={4}>
          {(settings) => (
            <div className="grid grid-cols-1 gap-7">
              <AutomaticInvitations settings={settings} />
              <ReplyTemplates settings={settings} />
            </div>
          )}
        </WithSettings>
      </Section>
    </AdminAccountFrame>
  );
}
