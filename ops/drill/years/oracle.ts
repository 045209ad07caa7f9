// A plain model of the business, written from the specification alone. It predicts the outcome of
// every act and what there is to see after each day. It imports nothing of the product.
import type { Act, LessonView, Observation, Outcome } from './acts.ts';
import { Business, Refusal, active } from './oracle/business.ts';
import * as excuses from './oracle/excuses.ts';
import * as lessons from './oracle/lessons.ts';
import * as money from './oracle/money.ts';
import * as people from './oracle/people.ts';
import * as rooms from './oracle/rooms.ts';
import { reservedSpots } from './oracle/spots.ts';
import { DAY, MINUTE, ukLocal } from './oracle/uk-time.ts';

type Performers = { [Kind in Act['do']]?: (business: Business, act: Act & { do: Kind }) => void };

const performers: Performers = {
  'plan lesson': (business, act) => {
    lessons.planLesson(business, act.lesson, act.spots);
  },
  'plan term': (business, act) => {
    for (const lesson of act.lessons) lessons.planLesson(business, lesson, act.spots);
  },
  'change lesson': lessons.changeLesson,
  'delete lesson': lessons.deleteLesson,
  'sign up': people.signUp,
  'confirm email': people.confirmEmail,
  'add student': people.addStudent,
  'change student': people.changeStudent,
  'remove student': people.removeStudent,
  'invite person': people.invitePerson,
  'accept invitation': people.acceptInvitation,
  'remove parent': people.removeParent,
  'remove sign-in': people.removeSignIn,
  'set reminders': people.setReminders,
  'delete account': people.deleteAccount,
  book: (business, act) => {
    if (act.free === true) people.bookFree(business, act);
    else lessons.book(business, act);
  },
  'book several': lessons.bookSeveral,
  cancel: lessons.cancel,
  move: lessons.move,
  'join list': lessons.joinList,
  'leave list': lessons.leaveList,
  'start checkout': money.startCheckout,
  pay: money.pay,
  'deliver events': money.deliverEvents,
  'look at payment': money.lookAtPayment,
  'cancel checkout': money.cancelCheckout,
  refund: money.refund,
  return: money.returnCredits,
  dispute: money.dispute,
  'refund at provider': money.refundAtProvider,
  'set prices': (business, act) => {
    business.packages = act.packages;
  },
  'allow codes': (business, { allowed }) => {
    business.allowsCodes = allowed;
  },
  'give credits': people.giveCredits,
  excuse: excuses.excuseStudent,
  'excuse by moving': excuses.excuseByMoving,
  'undo excuse': excuses.undoExcuse,
  'delete enquiry': people.deleteEnquiry,
  'ask for free lesson': people.askForFreeLesson,
  import: people.importFamilies,
  'undo import': people.undoImport,
  'give topic': rooms.giveTopic,
  ask: rooms.ask,
  reveal: rooms.reveal,
  answer: rooms.answer,
  prepare: rooms.prepare,
  practise: rooms.practise,
  'write letter': rooms.writeLetter,
  'provider away': (business, { minutes }) => {
    business.providerAwayUntil = business.now + minutes * MINUTE;
  },
  'mark attendance': lessons.markAttendance,
  'tutor books': lessons.tutorBooks,
  'tutor cancels': lessons.tutorCancels,
  'tutor moves': lessons.tutorMoves,
  enquire: people.enquire,
  'answer enquiry': people.answerEnquiry,
  'invite enquiry': people.inviteEnquiry,
  'withdraw enquiry invitation': (business, act) => {
    people.withdrawInvitation(business, act.enquiry);
  },
};

export class Oracle {
  /** For the habits, which choose by it. */
  readonly business = new Business();

  /** Lets time pass until then. */
  advance(to: number): void {
    this.business.advance(to);
  }

  perform(act: Act): Outcome {
    const performer = performers[act.do] as ((business: Business, act: Act) => void) | undefined;
    try {
      performer?.(this.business, act);
      return 'ok';
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  /**
   * The server has asked the provider about a payment by itself, which it may do at any time. Says
   * whether there was something to settle.
   */
  settle(name: string): Outcome {
    const payment = this.business.payments.get(name);
    if (payment?.status !== 'pending' || payment.session === 'open') return 'not settled';
    money.settle(this.business, payment);
    return 'ok';
  }

  observe(): Observation {
    const { business } = this;
    const families = [...business.families.values()].filter(({ deleted }) => !deleted);
    return {
      families: Object.fromEntries(
        families.map((family) => [
          family.name,
          {
            balance: family.balance,
            ledger: family.ledger,
            attended: lessons.attended(business, family),
            upcoming: lessons.upcoming(business, family),
            parents: family.parents.map(
              ({ name, confirmed }) => name + (confirmed ? ' confirmed' : ''),
            ),
            students: family.students
              .filter(({ present }) => present)
              .map((student) =>
                [
                  student.name,
                  people.yearOf(business, student),
                  ...(student.hasSignIn ? ['sign-in'] : []),
                  ...(student.mayBook ? ['may-book'] : []),
                ].join(' '),
              ),
            freeLesson: people.freeLessonState(business, family),
            export: {},
            invoices: family.invoices,
          },
        ]),
      ),
      lessons: this.#lessons(),
      emails: business.takeMail(),
      enquiries: Object.fromEntries(
        [...business.enquiries.values()].map(({ name, status }) => [name, status]),
      ),
      payments: Object.fromEntries(
        [...business.payments.values()]
          .filter(({ family }) => !family.deleted)
          .map(({ name, status }) => [name, status]),
      ),
      months: Object.fromEntries(business.months),
    };
  }

  /** Lessons of the last days and ahead. */
  #lessons(): Record<string, LessonView> {
    const { business } = this;
    const shown = [...business.lessons.values()].filter(
      ({ deleted, start }) => !deleted && start > business.now - 3 * DAY,
    );
    return Object.fromEntries(
      shown.map((lesson) => [
        lesson.name,
        {
          start: ukLocal(lesson.start),
          spots: lesson.spots,
          booked: active(lesson)
            .map(
              ({ student, absent, excused, free }) =>
                student.name +
                (absent ? ' absent' : '') +
                (excused ? ' excused' : '') +
                (free ? ' free' : ''),
            )
            .toSorted(),
          waiting:
            lesson.start > business.now ? lesson.waiting.map(({ student }) => student.name) : [],
          reserved: reservedSpots(business, lesson),
        },
      ]),
    );
  }
}
