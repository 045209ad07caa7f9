// The pages of the tutor's account: what each is called and holds.
import { paths, type PagePath } from '../../../domain/paths.ts';

/** `text` says what the page holds, for the index. */
export const tutorPlaces: readonly {
  readonly path: PagePath;
  readonly name: string;
  readonly text: string;
}[] = [
  {
    path: paths.adminAccountBusiness,
    name: 'Business',
    text: 'Prices, usual times, size of a lesson, and when you answer',
  },
  {
    path: paths.adminAccountEnquiries,
    name: 'Free lesson and enquiries',
    text: 'How families get their free lesson, and the words you answer with',
  },
  {
    path: paths.adminAccountEmails,
    name: 'Emails',
    text: 'How emails begin, your daily summary, and a test',
  },
  {
    path: paths.adminAccountChats,
    name: 'Group chats',
    text: 'Where the students of each course talk between lessons',
  },
  {
    path: paths.adminAccountCalendar,
    name: 'Calendar',
    text: 'All lessons in your own calendar',
  },
  {
    path: paths.adminAccountSignIn,
    name: 'Sign-in',
    text: 'Two-factor authentication, and your password',
  },
];
