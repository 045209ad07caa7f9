// Enquiries, signing up, and the free first lesson.
import type { Business, Performers } from './business.ts';
import { balanceOf, giveBack, grant, takeBack } from './credits.ts';
import { addFamily, sayYear } from './people.ts';
import { addBooking, offerSpots, refusalOf, requireSpot, type Seat } from './spots.ts';
import { active, type Booking, type Enquiry, type Family, isConfirmed, refuse } from './things.ts';
import { addDays, DAY, HOUR, schoolYearAsSaid, ukDate, ukInstant } from './uk-time.ts';

const LINK = 14 * DAY;
const FREE_SPOTS = 2;

const enquiryOf = (business: Business, { name }: Family): Enquiry | undefined =>
  [...business.enquiries.values()].find(({ family }) => family === name);

function addEnquiry(
  business: Business,
  { name, family, year }: Pick<Enquiry, 'name' | 'family' | 'year'>,
): Enquiry {
  const { now: madeAt } = business;
  const state = { status: 'new', invitation: null, hasBegun: false } as const;
  const enquiry: Enquiry = { name, family, year, madeAt, touchedAt: madeAt, ...state };
  business.enquiries.set(name, enquiry);
  touch(business, enquiry);
  return enquiry;
}

/** The enquirer wrote, or was written to: if it leads nowhere, it stays for twelve months. */
function touch(business: Business, enquiry: Enquiry): void {
  const { now } = business;
  enquiry.touchedAt = now;
  const next = addDays(ukDate(now), 1);
  business.later(ukInstant(`${Number(next.slice(0, 4)) + 1}${next.slice(4)}T03:30`), () => {
    const { touchedAt, family, status, name } = enquiry;
    const ledNowhere = status !== 'joined' && business.families.get(family)?.deleted !== false;
    if (touchedAt === now && ledNowhere) business.enquiries.delete(name);
  });
}

export function freeLessonState(business: Business, family: Family): 'had' | 'available' | 'asked' {
  if (family.hadFreeLesson || family.ledger.length > family.voided) return 'had';
  const enquiry = enquiryOf(business, family);
  return enquiry === undefined || enquiry.hasBegun ? 'available' : 'asked';
}

/** Grants the credit and books in one step. */
export function bookFree(business: Business, seat: Seat): void {
  const { family, lesson, student } = seat;
  requireSpot(business, seat);
  if (freeLessonState(business, family) === 'had') refuse('free_lesson_used');
  if (active(lesson).filter(({ first }) => first === 'booked').length >= FREE_SPOTS)
    refuse('free_spots_taken');
  if (family.voided > 0 && !isConfirmed(family)) refuse('email_unconfirmed');
  grant(family, 'adjustment', 1);
  family.hadFreeLesson = true;
  const booking = addBooking(business, seat, { first: 'booked' });
  business.tell(family, `booked: ${lesson.name}`, student);
  business.mail('tutor', `free lesson booked: ${lesson.name}`);
  const facts = { name: `${family.name}.p1`, family: family.name, year: 'year-10' } as const;
  const enquiry = enquiryOf(business, family) ?? addEnquiry(business, facts);
  enquiry.status = 'joined';
  if (!isConfirmed(family)) withdrawUnlessConfirmed(business, booking);
}

/** Emails about an unconfirmed free lesson have a new link that confirms the address. */
function renewLinks({ now }: Business, { parents }: Family): void {
  for (const parent of parents) parent.linkUntil = now + 7 * DAY;
}

/**
 * After 24 hours, or 12 hours before the start if that is earlier, but never in the first hour, and
 * never once the lesson has begun.
 */
function withdrawUnlessConfirmed(
  business: Business,
  { family, lesson, madeAt, lot }: Booking,
): void {
  renewLinks(business, family);
  const deadline = Math.min(madeAt + DAY, lesson.start - 12 * HOUR);
  business.later(Math.max(deadline, madeAt + HOUR), () => {
    if (family.deleted || isConfirmed(family)) return;
    const booking = family.bookings.find((one) => one.active && one.first !== null);
    // It stays once it has begun.
    if (booking !== undefined && booking.lesson.start <= business.now) return;
    if (booking === undefined) business.tell(family, 'free lesson withdrawn');
    else {
      booking.active = false;
      giveBack(booking);
      business.tell(family, `cancelled: ${booking.lesson.name}`, booking.student);
    }
    if (lot !== null && balanceOf(family) > 0) takeBack(family, lot, 1, 'adjustment');
    family.hadFreeLesson = false;
    family.voided = family.ledger.length;
    renewLinks(business, family);
    Object.assign(enquiryOf(business, family) ?? {}, { status: 'contacted', hasBegun: true });
    if (booking !== undefined) offerSpots(business, booking.lesson);
  });
}

export const enquiryActs: Performers = {
  'sign up'(business, act) {
    const existing = business.families.get(act.family);
    if (existing?.deleted === true) refuse('no such name');
    const enquiry =
      act.invitation === undefined
        ? null
        : (business.enquiries.get(act.invitation) ?? refuse('invitation_not_found'));
    const { invitation = null } = enquiry ?? {};
    if (enquiry !== null && (invitation === null || invitation.until <= business.now))
      refuse('invitation_not_found');
    if (existing !== undefined) refuse('email_taken');
    const family = addFamily(business, act.family, enquiry?.year ?? null);
    business.tell(family, 'welcome');
    if (enquiry === null || invitation === null) return;
    Object.assign(enquiry, { status: 'joined', invitation: null });
    family.hadFreeLesson = true;
    grant(family, 'adjustment', 1);
    if (enquiry.family === family.name)
      for (const parent of family.parents) Object.assign(parent, { confirmed: true, linkUntil: 0 });
    const { lesson } = invitation;
    for (const student of family.students) {
      student.saidIn = schoolYearAsSaid(enquiry.madeAt);
      if (lesson === null || refusalOf(business, { lesson, family, student }) !== null) continue;
      addBooking(business, { lesson, family, student });
      business.tell(family, `booked: ${lesson.name}`, student);
    }
  },
  enquire(business, { enquiry: name, family, year }) {
    if (business.enquiries.has(name)) refuse('no such name');
    addEnquiry(business, { name, family, year });
    business.mail(`${family}.p1`, 'enquiry received');
    business.mail('tutor', 'new enquiry');
  },
  'answer enquiry'(business, act) {
    const enquiry = business.enquiry(act.enquiry);
    enquiry.status = 'contacted';
    touch(business, enquiry);
  },
  'invite enquiry'(business, act) {
    const enquiry = business.enquiry(act.enquiry);
    const lesson = act.lesson === undefined ? null : business.lesson(act.lesson);
    if (lesson !== null) requireSpot(business, { lesson });
    if (enquiry.status === 'joined') refuse('already_joined');
    enquiry.status = 'contacted';
    enquiry.invitation = { lesson, until: business.now + LINK };
    business.mail(`${enquiry.family}.p1`, 'enquiry invitation');
    touch(business, enquiry);
  },
  'withdraw enquiry invitation'(business, act) {
    const enquiry = business.enquiry(act.enquiry);
    if (enquiry.invitation === null) refuse('invitation_not_found');
    enquiry.invitation = null;
  },
  'delete enquiry'(business, act) {
    business.enquiry(act.enquiry);
    business.enquiries.delete(act.enquiry);
  },
  'ask for free lesson'(business, { by, year = 'year-10' }) {
    const family = business.asParent(by);
    const state = freeLessonState(business, family);
    if (state !== 'available') refuse(state === 'had' ? 'free_lesson_used' : 'already_asked');
    if (family.voided > 0 && !isConfirmed(family)) refuse('email_unconfirmed');
    addEnquiry(business, { name: `${family.name}.p1`, family: family.name, year });
    business.mail('tutor', 'new enquiry');
    business.mail(by, 'enquiry received');
    const [student] = family.students;
    if (student !== undefined) sayYear(business, student, year);
  },
};
