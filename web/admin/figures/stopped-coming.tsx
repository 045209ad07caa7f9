// <StoppedComing>: the families without a lesson ahead whose last one is a while ago.
import {
  lastSeenWords,
  stoppedComing,
  stoppedFinding,
  STOPPED_DAYS,
} from '../../../domain/figures/findings.ts';
import { familyPath, paths } from '../../../domain/paths.ts';
import type { FamilySummary } from '../../../domain/tutor/family-record.ts';
import { Card } from '../../ui/card.tsx';
import { MarkedLink } from '../../ui/marked-link.tsx';
import { SiteLink } from '../../ui/site-link.tsx';

const SHOWN = 8;

interface StoppedComingProps {
  readonly families: readonly FamilySummary[];
  readonly now: number;
}

export function StoppedComing({ families, now }: StoppedComingProps) {
  const stopped = stoppedComing(families, now);
  const others = stopped.length - SHOWN;
  return (
    <section aria-labelledby="stopped" className="break-inside-avoid">
      <Card className="grid gap-4 p-4 sm:p-6">
        <header>
          <p className="text-note font-bold text-pencil">Who has stopped coming</p>
          <h2 id="stopped" className="text-heading">
            {stoppedFinding(stopped.length)}
          </h2>
          {stopped.length > 0 && (
            <p className="mt-1 text-pencil">
              Somebody of the family came in the last year, but not for {STOPPED_DAYS.min} days, and
              no lesson is booked.
            </p>
          )}
        </header>
        {stopped.length > 0 && (
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {stopped.slice(0, SHOWN).map(({ id, students, last_attended_at }) => (
              <li key={id} className="border-t border-line">
                <SiteLink
                  href={familyPath(id)}
                  className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1.5 leading-tight text-ink decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2"
                >
                  <span className="font-bold wrap-anywhere">
                    {students.map(({ Student_Name: studentName }) => studentName).join(', ')}
                  </span>
                  <span className="figures text-pencil">{lastSeenWords(last_attended_at)}</span>
                </SiteLink>
              </li>
            ))}
          </ul>
        )}
        {others > 0 && (
          <p>
            And {others} more: see{' '}
            <MarkedLink href={paths.adminFamilies} mark=".">
              all students
            </MarkedLink>
          </p>
        )}
      </Card>
    </section>
  );
}
