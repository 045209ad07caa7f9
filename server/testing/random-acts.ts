// The possible acts of families, the tutor and the payment provider in a random test.
import fc from 'fast-check';

/** The numbers of families and lessons. */
export const STUDENTS = 3;
export const LESSONS = 2;

/** The slots for moved lessons: before, soon after and well after the start of the clock. */
export const SLOTS = [
  { Date: '2026-11-20', Time: '09:00:00' },
  { Date: '2026-11-21', Time: '08:45:00' },
  { Date: '2026-11-22', Time: '09:00:00' },
] as const;

const OF_A_BOOKING = ['cancel', 'absent', 'present', 'join'] as const;
const OF_A_LESSON = ['delete', 'rename'] as const;
const OF_A_PAYMENT = ['pay', 'expire', 'refund', 'dispute'] as const;

export type LessonAct =
  | {
      readonly kind: 'book';
      readonly student: number;
      readonly lesson: number;
      readonly sibling: boolean;
    }
  | {
      readonly kind: 'wait' | 'leaveWaitingList';
      readonly student: number;
      readonly lesson: number;
      readonly sibling: boolean;
    }
  | { readonly kind: 'addSibling' | 'removeSibling' | 'askFree'; readonly student: number }
  | { readonly kind: 'invite'; readonly student: number; readonly lesson: number }
  | { readonly kind: (typeof OF_A_BOOKING)[number]; readonly booking: number }
  | { readonly kind: 'swap'; readonly booking: number; readonly lesson: number }
  | { readonly kind: (typeof OF_A_LESSON)[number]; readonly lesson: number }
  | { readonly kind: 'resize'; readonly lesson: number; readonly spots: number }
  | { readonly kind: 'move'; readonly lesson: number; readonly slot: (typeof SLOTS)[number] }
  | { readonly kind: 'leave'; readonly student: number };
export type PaymentAct =
  | {
      readonly kind: 'buy';
      readonly student: number;
      readonly credits: number;
      readonly isPaid: boolean;
    }
  | {
      readonly kind: 'buyLessons';
      readonly student: number;
      readonly lessons: readonly number[];
      readonly isPaid: boolean;
    }
  | {
      readonly kind: (typeof OF_A_PAYMENT)[number];
      readonly payment: number;
      readonly share: number;
    }
  | { readonly kind: 'sweep' };
export type Act = LessonAct | PaymentAct;

export const isPayment = (act: Act): act is PaymentAct =>
  ['buy', 'buyLessons', 'sweep', ...OF_A_PAYMENT].includes(act.kind);

const student = fc.nat(STUDENTS - 1);
const lesson = fc.nat(LESSONS - 1);
const booking = fc.nat(STUDENTS * LESSONS - 1);
const payment = fc.nat(2);
const share = fc.constantFrom(1, 0.5, 0.34, 0.99, 0.01);
const ofKind = <const Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);

export const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: ofKind('book'), student, lesson, sibling: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: ofKind('wait', 'wait', 'wait', 'leaveWaitingList'),
      student,
      lesson,
      sibling: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: ofKind('addSibling', 'removeSibling'), student }) },
  { weight: 1, arbitrary: fc.record({ kind: ofKind('askFree'), student }) },
  { weight: 3, arbitrary: fc.record({ kind: ofKind('invite'), student, lesson }) },
  { weight: 5, arbitrary: fc.record({ kind: ofKind('cancel'), booking }) },
  { weight: 4, arbitrary: fc.record({ kind: ofKind('join'), booking }) },
  { weight: 4, arbitrary: fc.record({ kind: ofKind('swap'), booking, lesson }) },
  { weight: 8, arbitrary: fc.record({ kind: ofKind('absent', 'absent', 'present'), booking }) },
  { weight: 1, arbitrary: fc.record({ kind: ofKind(...OF_A_LESSON), lesson }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: ofKind('resize'), lesson, spots: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: ofKind('move'), lesson, slot: fc.constantFrom(...SLOTS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: ofKind('leave'), student }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: ofKind('buy'),
      student,
      credits: fc.integer({ min: 1, max: 2 }),
      isPaid: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: ofKind('pay', 'expire', 'refund', 'refund', 'dispute'),
      payment,
      share,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: ofKind('buyLessons'),
      student,
      lessons: fc.constantFrom([0], [1], [0, 1], [1, 0]),
      isPaid: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: ofKind('sweep') }) },
);
