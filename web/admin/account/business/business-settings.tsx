// <BusinessSettings>: the tutor's prices, usual times, size of a group, meeting link and promise.
import { useState } from 'react';
import * as z from 'zod/mini';

import { weekdayName } from '../../../../domain/business-words.ts';
import {
  type Business,
  businessSchema,
  PACKAGES,
  RESPONSE_HOURS,
  USUAL_TIMES,
} from '../../../../domain/business.ts';
import { MAX_STUDENTS } from '../../../../domain/lesson-fields.ts';
import { shortTime } from '../../../../domain/time.ts';
import type { Settings } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { FieldRows } from '../../../ui/forms/field-rows.tsx';
import { type AppForm, Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { NumberField, SelectField, TextField } from '../../../ui/forms/text-field.tsx';

const weekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  value: String(weekday),
  label: weekdayName(weekday),
}));

export function BusinessSettings({ settings }: { settings: Settings }) {
  const update = useUpdateSettings();
  /** The settings that the fields began with, or that were last saved here. */
  const [before, setBefore] = useState(settings.business);
  const form = useAppForm({
    schema: businessForm,
    defaultValues: { business: draftOf(before) },
    onSubmit: async ({ business }) => {
      const saved = await update.mutateAsync({
        changes: { business, business_before: before },
        done: "From now on. Payments and bookings already under way don't change.",
      });
      setBefore(saved.settings.business);
    },
  });
  const faults = countFaults(form.formState.errors);
  return (
    <Form form={form} label="Business settings" className="grid grid-cols-1 gap-7">
      <PackageFields form={form} />
      <UsualTimeFields form={form} />
      <UsualLessonFields form={form} />
      {/* Stays in view: the fields are longer than a screen. */}
      <div className="sticky bottom-(--edge) z-10 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line bg-paper py-3">
        <SubmitButton busyLabel="Saving...">Save prices and times</SubmitButton>
        {faults > 0 && (
          <p className="figures text-note font-bold text-negative">
            {faults === 1 ? '1 field' : `${faults} fields`} to correct
          </p>
        )}
      </div>
    </Form>
  );
}

type BusinessForm = AppForm<z.input<typeof businessForm>>;

/** <PackageFields>: the prices. */
function PackageFields({ form }: { form: BusinessForm }) {
  return (
    <FieldRows
      form={form}
      name="business.packages"
      rows={form.watch('business.packages')}
      onChange={(rows) => form.setValue('business.packages', rows)}
      legend="Prices"
      hint="The first package is 1 credit: its price is the price of a lesson. Larger packages follow in order, and none costs more for each credit than a smaller one."
      label="Package"
      isFirstKept
      isTable
      {...PACKAGES}
      empty={{ credits: Number.NaN, price_pence: '', name: '' }}
    >
      {(index) => (
        <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 md:grid-cols-[14.5rem_minmax(0,1fr)] min-[60rem]:grid-cols-[18rem_minmax(0,1fr)]">
          <div className={`grid grid-cols-1 items-start gap-4 ${errorsInRow}`}>
            <NumberField
              form={form}
              name={`business.packages.${index}.credits`}
              label="Credits"
              min={1}
            />
            <TextField
              form={form}
              name={`business.packages.${index}.price_pence`}
              label="Price in pounds"
              inputMode="decimal"
            />
          </div>
          <TextField form={form} name={`business.packages.${index}.name`} label="Name" />
        </div>
      )}
    </FieldRows>
  );
}

/** <UsualTimeFields>: on which day and at what time lessons usually start. */
function UsualTimeFields({ form }: { form: BusinessForm }) {
  return (
    <FieldRows
      form={form}
      name="business.usual_times"
      rows={form.watch('business.usual_times')}
      onChange={(rows) => form.setValue('business.usual_times', rows)}
      legend="Usual times"
      hint="UK time. The planner proposes them, and visitors read them before lessons are planned."
      label="Time"
      isTable
      {...USUAL_TIMES}
      empty={{ weekday: '6', time: '' }}
    >
      {(index) => (
        <div className="grid grid-cols-1 min-[24rem]:grid-cols-2 items-start gap-4">
          <SelectField
            form={form}
            name={`business.usual_times.${index}.weekday`}
            label="Day"
            options={weekdays}
          />
          <TextField
            form={form}
            name={`business.usual_times.${index}.time`}
            label="Starts at"
            type="time"
          />
        </div>
      )}
    </FieldRows>
  );
}

/** <UsualLessonFields>: the size and the link of a usual lesson, and the promise to answer. */
function UsualLessonFields({ form }: { form: BusinessForm }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      <NumberField
        form={form}
        name="business.default_max_students"
        label="Students in a usual lesson"
        {...MAX_STUDENTS}
        hint="Each lesson can have another number."
      />
      <NumberField
        form={form}
        name="business.response_hours"
        label="Hours until you answer"
        {...RESPONSE_HOURS}
        hint="Visitors are promised an answer within this time."
      />
      <div className="sm:col-span-2">
        <TextField
          form={form}
          name="business.default_meeting_link"
          label="Standing meeting link"
          type="url"
          placeholder="https://"
          optional
          hint="New lessons start with it. Without one, they start with the link of the lesson that you planned last. Only families with a booking see it."
        />
      </div>
    </div>
  );
}

/**
 * Beside each other, fields are narrow: what is wrong with the first has the width of the row, and
 * what is wrong with the second begins under it.
 */
const errorsInRow =
  'min-[20rem]:grid-cols-[2fr_3fr] min-[20rem]:gap-y-0 min-[20rem]:[&_div]:contents min-[20rem]:[&_label]:row-start-1 min-[20rem]:[&_input]:row-start-2 min-[20rem]:[&_p]:col-span-full min-[20rem]:[&>:last-child_p]:col-start-2';

/** How many fields have an error, in the tree of a form's errors. */
function countFaults(errors: unknown): number {
  if (typeof errors !== 'object' || errors === null) return 0;
  if ('message' in errors) return 1;
  return Object.values(errors).reduce<number>((sum, one) => sum + countFaults(one), 0);
}

/** Named like the settings, so that their faults stand at these fields. */
const draft = z.object({
  packages: z.array(
    // A number may be missing.
    z.object({ credits: z.custom<number>(), price_pence: z.string(), name: z.string() }),
  ),
  usual_times: z.array(z.object({ weekday: z.string(), time: z.string() })),
  default_max_students: z.custom<number>(),
  default_meeting_link: z.string(),
  response_hours: z.custom<number>(),
});
type Draft = z.infer<typeof draft>;

/** Pence of '30', '27.50', '£1,050' or '-5'; NaN for anything else. */
export function readPounds(text: string): number {
  const typed = text.trim().replace(/^£/, '').replaceAll(',', '');
  return /^-?\d+(?:\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN;
}

/** '30', or '27.50' with pence. */
export const writePounds = (pence: number): string =>
  (pence / 100).toFixed(pence % 100 === 0 ? 0 : 2);

/** A time input omits the seconds. */
const withSeconds = (time: string) => (time.length === 'HH:MM'.length ? `${time}:00` : time);

const readDraft = ({ packages, usual_times, default_meeting_link, ...others }: Draft) => ({
  ...others,
  packages: packages.map((one) => ({ ...one, price_pence: readPounds(one.price_pence) })),
  usual_times: usual_times.map(({ weekday, time }) => ({
    weekday: Number(weekday),
    time: withSeconds(time),
  })),
  default_meeting_link: default_meeting_link.trim() === '' ? null : default_meeting_link,
});

export const businessForm = z.object({
  business: z.pipe(z.pipe(draft, z.transform(readDraft)), businessSchema),
});

export const draftOf = ({
  packages,
  usual_times,
  default_meeting_link,
  ...others
}: Business): Draft => ({
  ...others,
  packages: packages.map((one) => ({ ...one, price_pence: writePounds(one.price_pence) })),
  usual_times: usual_times.map(({ weekday, time }) => ({
    weekday: String(weekday),
    time: shortTime(time),
  })),
  default_meeting_link: default_meeting_link ?? '',
});
