// /admin-account/business: prices, usual times, the size of a lesson, the promise of an answer,
// whether families can use promotion codes, and how long data stays.
import { paths } from '../../../../domain/paths.ts';
import { BusinessSettings } from '../../../admin/settings/business-settings.tsx';
import { PromotionCodes } from '../../../admin/settings/promotion-codes.tsx';
import { RetentionSettings } from '../../../admin/settings/retention-settings.tsx';
import { startQuery } from '../../../api/transport/query-client.ts';
import { settingsQuery } from '../../../api/tutor/settings.ts';
import { AdminAccountFrame, WithSettings } from '../../../frames/admin-account-frame.tsx';
import { Section } from '../../../frames/section.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

export default function AdminAccountBusiness() {
  return (
    <AdminAccountFrame here={paths.adminAccountBusiness}>
      <Section id="business" title="Prices and times">
        <WithSettings rows={6}>
          {(settings) => <BusinessSettings settings={settings} />}
        </WithSettings>
      </Section>
      <Section id="promotion-codes" title="Discounts">
        <WithSettings rows={2}>{(settings) => <PromotionCodes settings={settings} />}</WithSettings>
      </Section>
      <Section id="retention" title="How long data stays">
        <WithSettings rows={3}>
          {(settings) => <RetentionSettings settings={settings} />}
        </WithSettings>
      </Section>
    </AdminAccountFrame>
  );
}
