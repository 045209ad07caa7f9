// /admin-account/business: prices, usual times, the size of a lesson, the promise of an answer,
// whether families can use promotion codes, and how long data stays.
import { paths } from '../../../../domain/paths.ts';
import { type Retention, RETENTION } from '../../../../domain/tutor/retention.ts';
import type { Settings } from '../../../../domain/tutor/settings.ts';
import { settingsQuery, useUpdateSettings } from '../../../data/settings.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { Select } from '../../../ui/forms/filters.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';
import { BusinessSettings } from './business-settings.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

/** Unlike the form above them. */
const SAVED_AT_ONCE = 'Each change is saved at once.';

export default function AdminAccountBusiness() {
  return (
    <AdminAccountFrame here={paths.adminAccountBusiness}>
      <Section id="business" title="Prices and times">
        <WithSettings rows={6}>
          {(settings) => <BusinessSettings settings={settings} />}
        </WithSettings>
      </Section>
      <Section id="promotion-codes" title="Discounts" text={SAVED_AT_ONCE}>
        <WithSettings rows={2}>{(settings) => <PromotionCodes settings={settings} />}</WithSettings>
      </Section>
      <Section id="retention" title="How long data stays" text={SAVED_AT_ONCE}>
        <WithSettings rows={3}>
          {(settings) => <RetentionSettings settings={settings} />}
        </WithSettings>
      </Section>
    </AdminAccountFrame>
  );
}

/** <PromotionCodes>: whether families can use promotion codes when they pay. */
function PromotionCodes({ settings: { promotion_codes } }: { settings: Settings }) {
  const update = useUpdateSettings();
  return (
    <Switch
      label="Promotion codes"
      hint="Families can enter a code on the payment page. You make the codes in your Stripe dashboard, where you also set their limits. Receipts and invoices name the discount."
      checked={
        update.isPending
          ? (update.variables.changes.promotion_codes ?? promotion_codes)
          : promotion_codes
      }
      onChange={(checked) =>
        update.mutate({
          changes: { promotion_codes: checked },
          done: checked
            ? 'Payment pages that open from now on accept promotion codes.'
            : 'Payment pages that open from now on accept no promotion codes.',
        })
      }
    />
  );
}

const { enquiriesMonths, invoicesYears } = RETENTION;
const someMonths = [enquiriesMonths.min, 2, 3, 6, 9, 12, 18, 24, 36, 48, enquiriesMonths.max];
const allYears = Array.from(
  { length: invoicesYears.max - invoicesYears.min + 1 },
  (_, index) => invoicesYears.min + index,
);

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);
const years = (count: number) => `${count} years`;

/**
 * <RetentionSettings>: how long enquiries that led nowhere stay, and the records of former
 * families.
 */
function RetentionSettings({ settings: { retention } }: { settings: Settings }) {
  const update = useUpdateSettings();
  const pending = update.isPending ? update.variables.changes.retention : undefined;
  const {
    enquiries_months = retention.enquiries_months,
    invoices_years = retention.invoices_years,
  } = pending ?? {};
  const change = (changes: Partial<Retention>, done: string) =>
    update.mutate({ changes: { retention: { ...pending, ...changes } }, done });
  // Programs can set any number of months.
  const offered = [...new Set([...someMonths, enquiries_months])].toSorted((a, b) => a - b);
  return (
    <div className="grid gap-6">
      <Select
        label="Enquiries that came to nothing"
        hint="Counted from the last contact. Then the enquiry is deleted at night, with every email that was written for it. Enquiries of families and those that joined stay."
        className="max-w-40"
        value={enquiries_months}
        options={offered.map((value) => ({ value, label: months(value) }))}
        onChange={(count) =>
          change(
            { enquiries_months: count },
            `Enquiries that came to nothing are deleted after ${months(count)}.`,
          )
        }
      />
      <Select
        label="Payments and invoices of former families"
        hint="Counted from the end of the tax year. When a family deletes its account, these records lose its name at once. UK tax law requires five years from the 31 January after the tax year, so the minimum is six years."
        className="max-w-40"
        value={invoices_years}
        options={allYears.map((value) => ({ value, label: years(value) }))}
        onChange={(count) =>
          change(
            { invoices_years: count },
            `What is left of former families is deleted after ${years(count)}.`,
          )
        }
      />
    </div>
  );
}
