// /admin-account/business: prices, usual times, the size of a lesson, the promise of an answer,
// whether families can use promotion codes, and how long data stays.
import { paths } from '../../../../domain/paths.ts';
import { settingsQuery } from '../../../data/settings.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';
import { BusinessSettings } from './business-settings.tsx';
import { PromotionCodes } from './promotion-codes.tsx';
import { RetentionSettings } from './retention-settings.tsx';

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
