// The business settings as a form: prices in pounds, an empty link for none, times without seconds.
import * as z from 'zod/mini';

import { type Business, businessSchema } from '../../../../domain/business.ts';
import { shortTime } from '../../../../domain/time.ts';

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

/** Pence of '30', '27.50' or '£1,050'; NaN for anything else. */
export function readPounds(text: string): number {
  const typed = text.trim().replace(/^£/, '').replaceAll(',', '');
  return /^\d+(?:\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN;
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
