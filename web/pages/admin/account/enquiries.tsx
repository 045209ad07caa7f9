// /admin-account/enquiries: how families get their free first lesson, automatic invitations, and
// the reply templates.
import { paths } from '../../../../domain/paths.ts';
import { AutomaticInvitations } from '../../../admin/settings/automatic-invitations.tsx';
import { FreeLesson } from '../../../admin/settings/free-lesson.tsx';
import { ReplyTemplates } from '../../../admin/settings/reply-templates.tsx';
import { startQuery } from '../../../api/transport/query-client.ts';
import { settingsQuery } from '../../../api/tutor/settings.ts';
import { AdminAccountFrame, WithSettings } from '../../../frames/admin-account-frame.tsx';
import { Section } from '../../../frames/section.tsx';

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
