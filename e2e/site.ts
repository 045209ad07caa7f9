// The site of a journey: creates people and lessons through its API, and reads its emails.
import * as endpoints from '../domain/endpoints.ts';
import type { EnquiryForm } from '../domain/enquiries/enquiry.ts';
import type { AdminLesson, NewLesson } from '../domain/lessons/lesson.ts';
import { paths } from '../domain/paths.ts';
import type { SignUpForm } from '../domain/people/sign-up.ts';
import { addDays } from '../domain/time.ts';
import { call } from './api.ts';
import { uniquePhone, uniqueWord } from './checks.ts';
import { emailedLink, emptyWeek, signUpForm } from './journey.ts';
import { type Family, makeFamily, makeTutor, type Place } from './people.ts';

export interface Enquirer extends EnquiryForm {
  readonly id: string;
}

interface FamilyCredits {
  readonly credits?: number;
  /** Whether the free first lesson is a matter of the past. */
  readonly hadFree?: boolean;
}

export type Site = ReturnType<typeof makeSite>;

export function makeSite(place: Place) {
  const { demo, request } = place;
  const { origin, emails, advance } = demo;
  const tutor = makeTutor(place);

  /** A signed-in family with credits given by the tutor. */
  const newFamily = async ({
    credits = 0,
    hadFree = false,
    ...changes
  }: Partial<SignUpForm> & FamilyCredits = {}): Promise<Family> => {
    const form = signUpForm(changes);
    await call(request, endpoints.register, { body: form });
    const body = { email: form.Parent_Email, password: form.password };
    const family = makeFamily(place, form, await call(request, endpoints.login, { body }));
    if (credits > 0) await tutor.giveCredits(family, credits);
    if (hadFree) for (const each of [1, -1]) await tutor.giveCredits(family, each);
    return family;
  };

  /** A lesson with a unique name, on the Saturday of a week of its own unless a date is given. */
  const newLesson = async (changes: Partial<NewLesson> = {}): Promise<AdminLesson> => {
    const body = {
      Date: changes.Date ?? addDays(emptyWeek(), 5),
      Time: '09:00:00',
      Lesson_Name: `Lesson ${uniqueWord()}`,
      Meeting_Link: 'https://meet.example.com/journey',
      Max_Students: 10,
      lesson_notes: '',
      ...changes,
    };
    return (await tutor.call(endpoints.createLesson, { body })).lesson;
  };

  /** Registers interest. */
  const enquire = async (changes: Partial<EnquiryForm> = {}): Promise<Enquirer> => {
    const body = enquiryForm(changes);
    await call(request, endpoints.registerInterest, { body });
    const { customers } = await tutor.call(endpoints.listEnquiries);
    const own = customers.find(({ email, name }) => email === body.email && name === body.name);
    return { ...body, id: own?.id ?? '' };
  };

  const inviteLink = (address: string) => emailedLink(demo, address, paths.signUp, 'invite=');

  return {
    origin,
    tutor,
    newFamily,
    newLesson,
    enquire,
    emails,
    advance,
    /** The link to this path, with its token. */
    emailedLink: (address: string, path: string) => emailedLink(demo, address, path),
    /** The link of the invitation to a free lesson. */
    inviteLink,

    /** Two lessons on the same day, at nine and at ten. */
    newLessons: async (changes: Partial<NewLesson> = {}): Promise<[AdminLesson, AdminLesson]> => {
      const first = await newLesson(changes);
      return [first, await newLesson({ ...changes, Date: first.Date, Time: '10:00:00' })];
    },

    /** Sends the tutor's invitation and returns the link of its email. */
    inviteToFreeLesson: async ({ id, email }: Enquirer, lessonId?: string): Promise<string> => {
      const body = lessonId === undefined ? {} : { Lesson_ID: lessonId };
      await tutor.call(endpoints.inviteEnquirer, { params: { id }, body });
      return inviteLink(email);
    },
    withdrawInvitation: ({ id }: Enquirer) =>
      tutor.call(endpoints.withdrawEnquiryInvitation, { params: { id } }),
  };
}

/** An enquiry with an address and a phone number that nobody else has. */
function enquiryForm(changes: Partial<EnquiryForm> = {}): EnquiryForm {
  const word = uniqueWord();
  // Only a plain name stands in an email to an address that nobody has confirmed.
  const surname = word.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  return {
    name: `Charlotte ${surname}`,
    email: `${word}@example.com`,
    mobile: uniquePhone(),
    year_class: 'year-12',
    ...changes,
  };
}
