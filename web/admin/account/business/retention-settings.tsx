// <RetentionSettings>: how long enquiries that led nowhere stay, and the records of former
// families.
import { type Retention, RETENTION } from '../../../../domain/tutor/retention.ts';
import type { Settings } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Field } from '../../../ui/forms/field.tsx';

const { enquiriesMonths, invoicesYears } = RETENTION;
const someMonths = [enquiriesMonths.min, 2, 3, 6, 9, 12, 18, 24, 36, 48, enquiriesMonths.max];
const allYears = Array.from(
  { length: invoicesYears.max - invoicesYears.min + 1 },
  (_, index) => invoicesYears.min + index,
);

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);
const years = (count: number) => `${count} years`;

export function RetentionSettings({ settings }: { readonly settings: Settings }) {
  const update = useUpdateSettings();
  const shown =
    (update.isPending ? update.variables.changes.retention : null) ?? settings.retention;
  const change = (changes: Partial<Retention>, done: string) =>
    update.mutate({ changes: { retention: { ...shown, ...changes } }, done });
  // Programs can set any number of months.
  const offered = [...new Set([...someMonths, shown.enquiries_months])].toSorted((a, b) => a - b);
  return (
    <div className="grid gap-6">
      <Field
        label="Enquiries that led nowhere"
        hint="Counted from the last contact. Then the enquiry is deleted at night, with every email that was written for it. Enquiries of families and those that joined stay."
      >
        {(control) => (
          <select
            {...control}
            className={`${control.className} max-w-40`}
            value={shown.enquiries_months}
            onChange={({ target }) => {
              const count = Number(target.value);
              change(
                { enquiries_months: count },
                `Enquiries that led nowhere are deleted after ${months(count)}.`,
              );
            }}
          >
            {offered.map((count) => (
              <option key={count} value={count}>
                {months(count)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Payments and invoices of former families"
        hint="Counted from the end of the tax year. A family that deletes its account is anonymous at once; this is what is left of it. UK tax law asks for at least five years after the 31st of January that follows the tax year, so it cannot be fewer than six years."
      >
        {(control) => (
          <select
            {...control}
            className={`${control.className} max-w-40`}
            value={shown.invoices_years}
            onChange={({ target }) => {
              const count = Number(target.value);
              change(
                { invoices_years: count },
                `What is left of former families is deleted after ${years(count)}.`,
              );
            }}
          >
            {allYears.map((count) => (
              <option key={count} value={count}>
                {years(count)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
