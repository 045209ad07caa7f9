// <FamilyRecordView>: the tutor's view of a family: how its balance came about, people, ledger,
// lessons and payments.
import { type ReactNode, useState } from 'react';

import { hasEnded, hasStarted } from '../../../domain/lessons/lesson.ts';
import { formatNear, unbroken } from '../../../domain/near-dates.ts';
import { attendancePath } from '../../../domain/paths.ts';
import {
  creditCount,
  type LedgerEntry,
  type LedgerKind,
  formatMoney,
} from '../../../domain/payments/credits.ts';
import { DAY_MS, formatDate, shortTime, ukDate } from '../../../domain/time.ts';
import type { BookedLesson, FamilyRecord } from '../../../domain/tutor/family-record.ts';
import { BOOKING_WINDOW_DAYS_BACK } from '../../../domain/window.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { When } from '../../ui/dates/when.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { AdjustCredits } from './adjust-credits.tsx';
import { RecordPeople } from './record-people.tsx';

interface FamilyRecordViewProps {
  record: FamilyRecord;
  payments: ReactNode;
}

export function FamilyRecordView({ record, payments }: FamilyRecordViewProps) {
  const { students, upcoming, past, entries } = record;
  const now = useNow();
  const running = past.filter((lesson) => !hasEnded(lesson, now));
  const isOfSeveral = students.length > 1;
  return (
    <div className="grid gap-8">
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Balance record={record} />
        <RecordPeople record={record} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <RecordPart title="Ledger" id="ledger">
          <Ledger entries={entries} />
        </RecordPart>
        <div className="grid gap-8">
          {running.length > 0 && (
            <RecordPart title="Now">
              <Lessons lessons={running} isOfSeveral={isOfSeveral} empty="" />
            </RecordPart>
          )}
          <RecordPart title="Upcoming lessons">
            <Lessons lessons={upcoming} isOfSeveral={isOfSeveral} empty="Nothing is booked." />
          </RecordPart>
          <RecordPart title="Past lessons">
            <Lessons
              lessons={past.filter((lesson) => !running.includes(lesson))}
              isOfSeveral={isOfSeveral}
              empty="None yet."
            />
          </RecordPart>
        </div>
      </div>
      <RecordPart title="Payments">{payments}</RecordPart>
    </div>
  );
}

/** The balance and how it came about; the ledger beside it has every change. */
function Balance({ record }: { record: FamilyRecord }) {
  const { student: account, past, entries } = record;
  const { Credits: credits, Lessons_Attended: attended, Lessons_Booked: booked } = account;
  const [isAdjusting, setAdjusting] = useState(false);
  return (
    <Card className="overflow-hidden">
      <div className="ruler opacity-40" aria-hidden="true" />
      <section aria-label="Balance" className="grid gap-3 px-5 pt-3 pb-4">
        <div>
          <p className="figures font-display text-4xl leading-tight font-semibold">
            {creditCount(credits)}
          </p>
          <p>
            <TextLink href="#ledger" className="figures">
              {balanceWords(entries, credits)}
            </TextLink>
          </p>
          <p className="figures text-note text-pencil">
            {attended} attended, {booked} booked
          </p>
        </div>
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-expanded={isAdjusting}
          onClick={() => setAdjusting(!isAdjusting)}
        >
          Give or take credits
        </Button>
        {isAdjusting && (
          <AdjustCredits
            account={account}
            entries={entries}
            hadLessons={attended > 0 || past.length > 0}
          />
        )}
      </section>
    </Card>
  );
}

function RecordPart({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className="grid min-w-0 gap-3">
      <h2 className="text-heading">{title}</h2>
      {children}
    </section>
  );
}

interface LessonsProps {
  lessons: readonly BookedLesson[];
  /** If true, each lesson names its student. */
  isOfSeveral: boolean;
  empty: string;
}

function Lessons({ lessons, isOfSeveral, empty }: LessonsProps) {
  const now = useNow();
  if (lessons.length === 0) return <p className="text-pencil">{empty}</p>;
  return (
    <Card>
      <ul>
        {lessons.map((lesson) => (
          <li
            key={lesson.booking_id}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line px-4 py-1 last:border-b-0 max-sm:pb-2.5"
          >
            <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
              <LessonName lesson={lesson} now={now} />
              {isOfSeveral && (
                <span className="block leading-snug font-bold">{lesson.Student_Name}</span>
              )}
            </span>
            <Presence lesson={lesson} now={now} />
            <span className="figures text-pencil max-sm:basis-full">
              {formatNear(lesson.Lesson_Date, ukDate(now))}, {shortTime(lesson.Lesson_Time)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface LessonProps {
  lesson: BookedLesson;
  now: number;
}

/** Leads to the attendance list, which older lessons no longer have. */
function LessonName({
  lesson: { Lesson_ID: lessonId, Lesson_Name: lessonName, starts_at },
  now,
}: LessonProps) {
  const isListed = Date.parse(starts_at) > now - BOOKING_WINDOW_DAYS_BACK * DAY_MS;
  if (!isListed) return <span className="block py-2.5">{lessonName}</span>;
  return (
    <TextLink href={attendancePath(lessonId)} className="py-2.5! font-normal!">
      {lessonName}
    </TextLink>
  );
}

/** Nothing for a lesson ahead. */
function Presence({ lesson, now }: LessonProps) {
  if (lesson.absent) return <Badge tone="caution">Absent, credit returned</Badge>;
  if (!hasStarted(lesson, now)) return null;
  return hasEnded(lesson, now) ? <Badge tone="positive">Attended</Badge> : <Badge>Now</Badge>;
}

const kinds: Readonly<Record<LedgerKind, string>> = {
  purchase: 'Purchase',
  booking: 'Booking',
  refund: 'Refund',
  adjustment: 'Adjustment',
  reversal: 'Reversal',
};

const ROWS = 25;

function aboutOf(entry: LedgerEntry): string {
  const {
    Lesson_Name: lessonName,
    Lesson_Date: lessonDate,
    Lesson_Time: lessonTime,
    price,
    currency,
    reason,
  } = entry;
  const lesson =
    lessonName === null || lessonDate === null || lessonTime === null
      ? null
      : `${lessonName}, ${formatDate(lessonDate, 'short')}, ${shortTime(lessonTime)}`;
  const money = price === null || currency === null ? null : formatMoney(price, currency);
  return [reason, lesson, money].filter((part) => part !== null).join(', ');
}

/** <Ledger>: every change of a family's credits, newest first, with the balance after it. */
function Ledger({ entries }: { entries: LedgerEntry[] }) {
  const [wantedPage, setPage] = useState(0);
  const { slice, page, pages } = pageOf(entries, wantedPage, ROWS);
  if (entries.length === 0) return <p className="text-pencil">No credits have come or gone yet.</p>;
  return (
    <div className="grid gap-4">
      <Card>
        <ol>
          {slice.map((entry) => (
            <li
              key={entry.number}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line px-4 py-2.5 leading-snug last:border-b-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <b>{kinds[entry.kind]}</b> <span>{unbroken(aboutOf(entry))}</span>
                {entry.invoice !== null && (
                  <>
                    , <span className="whitespace-nowrap">invoice {entry.invoice}</span>
                  </>
                )}
              </span>
              <span className="figures text-right font-bold">
                {entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}
              </span>
              <span className="text-sm text-pencil">
                <When at={entry.created_at} />
              </span>
              <span className="figures text-right text-sm text-pencil">
                Balance {entry.balance}
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <Pager label="Ledger" page={page} pages={pages} onPage={setPage} />
    </div>
  );
}

/** '5 bought, 1 given, 2 spent: 4 left'. `entries` are all of the family's. */
export function balanceWords(entries: LedgerEntry[], credits: number): string {
  const sum = (passes: (entry: LedgerEntry) => boolean) =>
    entries.filter(passes).reduce((total, { amount }) => total + amount, 0);
  // What a cancelled or missed lesson returned was never spent.
  const isOfLesson = ({ kind, Lesson_Name: lessonName }: LedgerEntry) =>
    kind === 'booking' || kind === 'refund' || (kind === 'adjustment' && lessonName !== null);
  const adjusted = sum((entry) => entry.kind === 'adjustment' && !isOfLesson(entry));
  const parts = [
    [sum(({ kind }) => kind === 'purchase'), 'bought'],
    [Math.max(0, adjusted), 'given'],
    [Math.max(0, -adjusted), 'taken'],
    [-sum(({ kind }) => kind === 'reversal'), 'taken back'],
    [-sum(isOfLesson), 'spent'],
  ] as const;
  const nonZero = parts.filter(([count]) => count !== 0).map(([count, verb]) => `${count} ${verb}`);
  return nonZero.length === 0
    ? 'No credits have come or gone yet.'
    : `${nonZero.join(', ')}: ${credits} left`;
}
