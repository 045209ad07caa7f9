// <FiguresPlots>: the plots of the figures page: weeks, times, money, families.
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

import type {
  Figures,
  FiguresMonth,
  FiguresTime,
  FiguresWeek,
} from '../../../domain/figures/figures.ts';
import {
  countOf,
  familiesFinding,
  fullnessFinding,
  moneyFinding,
  percentOf,
  sinceFirst,
  splitTimes,
  timesFinding,
  timeWords,
  wholeMonths,
} from '../../../domain/figures/findings.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { formatDate } from '../../../domain/time.ts';
import { Bars } from './bars.tsx';
import { type Column, Plot } from './plot.tsx';

const count = (label: string): Column => ({ label, kind: 'count' });
const text = (label: string): Column => ({ label, kind: 'text' });
const pence = (label: string): Column => ({ label, kind: 'pence' });
const inNumbers = (value: number): string => value.toLocaleString('en-GB');
/** '£150', or '£1.50' on an axis of small sums. */
const inPounds = (value: number): string =>
  value % 100 === 0 ? formatMoney(value).replace('.00', '') : formatMoney(value);

const MONTH = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  month: 'short',
  year: 'numeric',
});
const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });
const instantOf = (month: string): number => Date.parse(`${month}-01`);

interface FiguresPlotsProps {
  figures: Figures;
  /** The first date of the figures. */
  from: string;
  today: string;
}

export function FiguresPlots({ figures, from, today }: FiguresPlotsProps) {
  const months = wholeMonths(figures.months, { from }, today);
  return (
    <>
      <Weeks weeks={figures.weeks} />
      <Times times={figures.times} />
      <div className="grid gap-[inherit] lg:grid-cols-2">
        <Money months={months} />
        <Families months={months} />
      </div>
    </>
  );
}

/** The rows of a plot, and what is said where those before the first used one are left out. */
function fromFirst<Row>(
  all: readonly Row[],
  isUsed: (row: Row) => boolean,
  nameOf: (row: Row) => string,
) {
  const rows = sinceFirst(all, isUsed);
  const first = rows.find(isUsed);
  const isWhole = first === undefined || rows.length === all.length;
  return { rows, note: isWhole ? '' : `, none before ${nameOf(first)}` };
}

function Weeks({ weeks: all }: { weeks: readonly FiguresWeek[] }) {
  const { rows: weeks, note } = fromFirst(
    all,
    ({ lessons }) => lessons > 0,
    ({ monday }) => formatDate(monday, 'day'),
  );
  return (
    <Plot
      subject="Lessons by week"
      finding={fullnessFinding(weeks)}
      nothing="No lessons in this time"
      legend={{
        outlined: 'Spots',
        filled: 'Booked',
        axes: `Spots in each week from Monday${note}`,
      }}
      columns={[
        { label: 'Week from', kind: 'date' },
        ...['Lessons', 'Spots', 'Booked', 'Attended', 'Absent'].map(count),
      ]}
      rows={weeks.map((week) => [
        week.monday,
        week.lessons,
        week.spots,
        week.booked,
        week.attended,
        week.absent,
      ])}
      file="lessons-by-week"
    >
      <Bars
        rows={weeks.map(({ monday, spots, booked }) => ({
          key: monday,
          label: formatDate(monday, 'day'),
          outlined: spots,
          filled: booked,
          words: `Week from ${formatDate(monday, 'day')}: ${inNumbers(booked)} of ${inNumbers(spots)} spots booked`,
        }))}
        format={inNumbers}
      />
    </Plot>
  );
}

const levelOf = (time: FiguresTime): Level => ({
  key: `${time.weekday} ${time.time}`,
  label: timeWords(time),
  share: time.spots === 0 ? 0 : time.booked / time.spots,
  words: `${inNumbers(time.booked)} of ${inNumbers(time.spots)}`,
});

function Times({ times }: Pick<Figures, 'times'>) {
  const { regular, seldom } = splitTimes(times);
  return (
    <Plot
      subject="Times of the week"
      finding={timesFinding(times)}
      nothing="No lessons in this time"
      legend={null}
      columns={[text('Time'), ...['Lessons', 'Spots', 'Booked', 'Per cent'].map(count)]}
      rows={times.map((time) => [
        timeWords(time),
        time.lessons,
        time.spots,
        time.booked,
        percentOf(time),
      ])}
      file="times-of-the-week"
    >
      <Levels
        levels={regular.map(levelOf)}
        seldom={seldom.map(levelOf)}
        seldomLabel={seldom.some(({ lessons }) => lessons > 1) ? 'Once or twice' : 'Once'}
      />
    </Plot>
  );
}

interface MonthsProps {
  months: readonly FiguresMonth[];
}

const monthRow = ({ month }: FiguresMonth) => ({
  key: month,
  label: SHORT_MONTH.format(instantOf(month)),
});
const monthCell = ({ month }: FiguresMonth): string => MONTH.format(instantOf(month));

function Money({ months: all }: MonthsProps) {
  const isUsed = ({ paid, returned }: FiguresMonth) => paid + returned > 0;
  const { rows: months, note } = fromFirst(all, isUsed, monthCell);
  return (
    <Plot
      subject="Money by month"
      finding={moneyFinding(months)}
      nothing="Nothing was paid in this time"
      legend={{ outlined: 'Paid', filled: 'Kept', axes: `Pounds in each month${note}` }}
      columns={[text('Month'), ...['Paid', 'Returned', 'Kept'].map(pence)]}
      rows={months.map((month) => [monthCell(month), month.paid, month.returned, month.kept])}
      file="money-by-month"
    >
      <Bars
        rows={months.map((month) => ({
          ...monthRow(month),
          outlined: month.paid,
          filled: month.kept,
          words: `${monthCell(month)}: ${formatMoney(month.paid)} paid, ${formatMoney(month.kept)} kept`,
        }))}
        format={inPounds}
      />
    </Plot>
  );
}

function Families({ months: all }: MonthsProps) {
  const isUsed = ({ enquiries, joined, left }: FiguresMonth) => enquiries + joined + left > 0;
  const { rows: months, note } = fromFirst(all, isUsed, monthCell);
  return (
    <Plot
      subject="Enquiries and families by month"
      finding={familiesFinding(months)}
      nothing="Nobody has enquired or joined in this time"
      legend={{
        outlined: 'Enquiries',
        filled: 'Families joined',
        axes: `How many in each month${note}`,
      }}
      columns={[
        text('Month'),
        ...['Enquiries', 'Due', 'Answered in time', 'Families joined', 'Families left'].map(count),
      ]}
      rows={months.map((month) => [
        monthCell(month),
        month.enquiries,
        month.enquiries_due,
        month.answered_in_time,
        month.joined,
        month.left,
      ])}
      file="enquiries-and-families"
    >
      <Bars
        beside
        rows={months.map((month) => ({
          ...monthRow(month),
          outlined: month.enquiries,
          filled: month.joined,
          words: `${monthCell(month)}: ${countOf(month.enquiries, 'enquiry', 'enquiries')}, ${countOf(month.joined, 'new family', 'new families')}`,
        }))}
        format={inNumbers}
      />
    </Plot>
  );
}

interface Level {
  readonly key: string;
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly words: string;
}

const x = scaleLinear({ domain: [0, 1], range: [0, 100] });

interface LevelsProps {
  levels: readonly Level[];
  /** Beneath a rule and paler: one full lesson is no better time than a regular one. */
  seldom: readonly Level[];
  seldomLabel: string;
}

/** <Levels>: how full each time of the week is, as a bar in an outline, one beneath the other. */
function Levels({ levels, seldom, seldomLabel }: LevelsProps) {
  const rowOf = ({ key, label, share, words }: Level) => (
    <li key={key} className="col-span-full grid grid-cols-subgrid items-center gap-y-1 max-sm:mb-2">
      <span>{label}</span>
      <svg
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        className="h-5 w-full border border-rule max-sm:order-last max-sm:col-span-full"
      >
        <Bar
          width={x(share)}
          height={10}
          className={`fill-ink ${seldom.some((one) => one.key === key) ? 'opacity-45' : ''}`}
        />
      </svg>
      <span className="figures text-right text-pencil">{words}</span>
    </li>
  );
  return (
    <ul
      aria-hidden="true"
      className="grid grid-cols-[auto_auto] gap-x-3 gap-y-1 text-note leading-tight sm:grid-cols-[auto_minmax(3rem,1fr)_auto] sm:gap-y-2"
    >
      {levels.map(rowOf)}
      {seldom.length > 0 && (
        <li className="col-span-full mt-2 border-t border-rule pt-2 font-bold text-pencil">
          {seldomLabel}
        </li>
      )}
      {seldom.map(rowOf)}
    </ul>
  );
}
