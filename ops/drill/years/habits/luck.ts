// What comes over everybody: bad luck, and now and then a list of families from another product.
import { HOUR } from '../oracle/uk-time.ts';
import type { Agenda } from './agenda.ts';
import { book } from './wishes.ts';

/** The server starts again or dies each week; other bad luck comes each month or each term. */
export function planLuck(agenda: Agenda, date: string, midnight: number): void {
  const { chance } = agenda;
  const some = (): number => midnight + chance.between(7, 23) * HOUR;
  if (chance.hits(1 / 7)) agenda.do(some(), { do: 'restart' });
  if (chance.hits(1 / 7)) {
    const [afterCommit, really] = [chance.hits(0.5), chance.hits(0.1)];
    agenda.do(some(), { do: 'kill', afterCommit, really });
  }
  if (chance.hits(1 / 30))
    agenda.do(some(), { do: 'backup and restore', lostInvoice: chance.hits(0.5) });
  if (chance.hits(1 / 60))
    agenda.do(some(), { do: 'clock jumps', hours: chance.hits(0.5) ? 1 : -1 });
  if (chance.hits(1 / 120)) agenda.do(some(), { do: 'upgrade' });
  if (chance.hits(1 / 30))
    agenda.do(midnight + chance.between(9, 19) * HOUR, { do: 'provider away', minutes: 60 });
  if (chance.hits(1 / 30)) {
    const at = some();
    agenda.do(at, { do: 'disk full' });
    agenda.at(at + 1000, () => book(chance));
  }
  // On no day before a lesson, whose reminders would come too late.
  if (new Date(date).getUTCDay() === 2 && chance.hits(1 / 12)) {
    agenda.withoutMail = date;
    agenda.do(midnight + 8 * HOUR, { do: 'mail away', minutes: 600 });
  }
  if (chance.hits(1 / 60)) planImport(agenda, some());
}

function planImport(agenda: Agenda, at: number): void {
  const { chance } = agenda;
  const families = Array.from({ length: 3 }, () => ({
    family: agenda.name('f'),
    credits: chance.whole(0, 4),
  }));
  const name = `import of ${at}`;
  agenda.do(at, { do: 'import', families, invite: true, name });
  for (const { family } of families)
    agenda.do(at + chance.between(0.1, 35 * 24) * HOUR, {
      do: 'accept invitation',
      person: `${family}.p1`,
    });
  if (chance.hits(0.3)) agenda.do(at + chance.between(1, 26) * HOUR, { do: 'undo import', name });
}
