// /privacy: what is stored about visitors and families, why, for how long, and their rights.
import type { ReactNode } from 'react';

import { INVITATION_DAYS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { useSite } from '../content/site-context.ts';
import { STUDENT_WORDS } from '../people/student-words.ts';
import { TextLink } from '../ui/link-button.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

const stored = [
  {
    what: 'When you register interest',
    data: 'Name, email, mobile number and year level; our note about the enquiry, when we invited you and to which lesson, and the emails about it.',
    why: 'To answer you and to arrange the free first lesson: steps you asked for before a contract.',
    until: 'We delete it, because you ask us to or because it is no longer needed to answer you.',
  },
  {
    what: 'When you are given the free first lesson, or invited to it automatically',
    data: 'A fingerprint each of your email address and your phone number: computed from them so slowly that nobody gets them back from it.',
    why: 'To give the free lesson once to each family and to write to nobody twice: our legitimate interest.',
    until:
      'We no longer give free lessons. It stays when you leave, for it tells us only that the same address or number has come again.',
  },
  {
    what: 'When you have an account',
    data: `Each parent's name, email and phone number, each student's ${STUDENT_WORDS}, a password, which is stored only as a hash, when you signed in, who you have invited, and which emails were sent to you.`,
    why: 'To give the lessons you book: our contract with you.',
    until: 'You leave the family or delete the account, which you can do yourself, at once.',
  },
  {
    what: 'When you come along from a product that we used before',
    data: `What you gave us there: your name, email and phone number, each student's name and year, and the credits left.`,
    why: 'To go on giving the lessons that you have paid for: our contract with you.',
    until:
      'You leave the family or delete the account; a year later if nobody has used the account by then.',
  },
  {
    what: 'When a student has a sign-in of their own',
    data: 'The name, an email address, a password, which is stored only as a hash, and when the student signed in.',
    why: 'So that the student can see and join the lessons. Only a parent can ask for it, and nothing needs it.',
    until: 'A parent takes the sign-in away, removes the student or deletes the account, at once.',
  },
  {
    what: 'When you are invited into a family',
    data: 'The email address that the invitation went to, who invited you, and until when it is open.',
    why: 'So that nobody but the one who was meant comes in.',
    until: `You accept it, a parent withdraws it, or it is cleared away once its ${INVITATION_DAYS} days are over.`,
  },
  {
    what: 'When you book or attend',
    data: 'The lessons booked, cancelled, attended and missed, for which student, when a lesson was first joined by its link or the tutor was told that the student cannot come, every credit gained or spent, and our reason for it.',
    why: 'To hold your place and to keep your balance right.',
    until:
      'You delete the account; the entries then stay without a name or a reason, as accounts have to.',
  },
  {
    what: 'When a student prepares, answers and practises',
    data: 'Videos and slides marked as done, answers with the time they were given, what was right, and the questions to practise.',
    why: 'To give feedback, to choose what to practise, and so that the tutor sees whom to help.',
    until: 'You remove the student or delete the account, which you can do yourself, at once.',
  },
  {
    what: 'When you pay',
    data: 'The amount, the time, the number of the invoice and a reference. Card details go to Stripe, our payment provider, and never reach us.',
    why: 'To add your credits and to keep the records that tax law asks for.',
    until:
      'Tax law lets us delete it, six years after the tax year; without your name once you have deleted the account.',
  },
  {
    what: 'When you use the site',
    data: 'Your network address and the page asked for, in the log of our server, and in counters that limit abuse.',
    why: 'To find faults and to stop abuse: our legitimate interest.',
    until: 'The log is overwritten; the counters are cleared after a day.',
  },
] as const;

export default function Privacy() {
  const { contact, site } = useSite();
  return (
    <PageFrame title={pages[paths.privacy].title}>
      <article className="grid max-w-3xl gap-10">
        <header>
          <h1 className="text-title">Privacy</h1>
          <p className="mt-4 text-lg text-pencil">
            We store what it takes to answer you and to hold lessons, and nothing else. {site.tutor}{' '}
            is responsible for it under the UK GDPR; write to{' '}
            <a
              className="font-bold text-ink underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2"
              href={`mailto:${contact.email}`}
            >
              {contact.email}
            </a>
            .
          </p>
        </header>
        <Part heading="What is stored, and why">
          <ul className="grid gap-6">
            {stored.map(({ what, data, why, until }) => (
              <li key={what} className="border-t-2 border-ink pt-3">
                <h3 className="text-heading">{what}</h3>
                <dl className="mt-2 grid gap-x-5 gap-y-1 sm:grid-cols-[5.5rem_1fr]">
                  <dt className="font-bold">What</dt>
                  <dd>{data}</dd>
                  <dt className="font-bold">Why</dt>
                  <dd>{why}</dd>
                  <dt className="font-bold">Until</dt>
                  <dd>{until}</dd>
                </dl>
              </li>
            ))}
          </ul>
        </Part>
        <Part heading="No cookies, no trackers">
          <p>
            The site sets no cookies and loads nothing from anybody else. If you sign in, a token is
            kept on your device so that you stay signed in; where several students share an account,
            so is the number of the one you last booked for. Answers to questions that could not be
            sent yet wait there too. All of it is removed when you sign out. There is no
            advertising, no analytics and no profile of you.
          </p>
        </Part>
        <Part heading="Children">
          <p>
            Most of our students are under 18, so we follow the Children’s Code. Accounts are made
            by a parent or guardian. About the student we keep the {STUDENT_WORDS}, and the lessons
            booked. In lessons camera and microphone are off by default. A child’s data serves the
            lessons and nothing else: it is never sold, and never used to hold anybody’s attention.
          </p>
          <p className="mt-3">
            A student signs in only if a parent has asked for it. The parents and the tutor see the
            lessons of every student; a student sees their own lessons and the way into them, and no
            money. Booking is off at first, and a parent may allow it. Parents see whether a student
            has a sign-in and for which address, not what they do with it.
          </p>
        </Part>
        <Part heading="What deleting does">
          <p>
            When the account is deleted, this is erased from our database and files: the names,
            email addresses, phone numbers and passwords of everybody in the family; when they
            signed in; open invitations; the reasons we gave for changes of credits; the emails we
            kept; what students answered and practised; and any enquiry made with both the email
            address and the phone number of a parent, with our note and the emails about it. One
            last email tells each parent so. An address is erased once that email has been sent, or
            once we give up sending it, after a day and a half. A parent who leaves, and a student
            who is removed or whose sign-in is taken away, are erased in the same way, while the
            family stays.
          </p>
          <p className="mt-3">
            What stays belongs to a number that leads to nobody: the amounts, dates and Stripe
            references of payments, the changes of credits, and which lessons were booked. Our
            record of what we did in our own area holds such numbers too, and no names. Of a free
            lesson the fingerprints of address and phone number stay, which name nobody. How often
            we have written to an address that nobody has confirmed is forgotten after a day.
          </p>
          <p className="mt-3">
            Any other enquiry is deleted when you write to us, with our note and the emails about
            it. What we cannot reach from here we delete by hand when you ask: emails that have
            arrived in our own mailbox, and lists of enquiries that we have saved. Safety copies of
            the database hold what was deleted until newer ones replace them.
          </p>
        </Part>
        <Part heading="Who else sees it">
          <p>
            Stripe, for payments; the companies that run our server and carry our email; and the
            video meeting and group chat services that students join. Each gets only what its part
            of the work needs, and keeps its own records: Stripe, for one, the email address you
            paid with.
          </p>
        </Part>
        <Part heading="Your rights">
          <p>
            You may see, correct, take away or delete your data, or object to its use. Signed in,
            each parent can take a copy of everything; the one who holds the account can delete it,
            and another can leave it. Otherwise write to us and we answer within a month; students
            may, too. The copy shows an enquiry where it was made with both the email address and
            the phone number of your account, once you have confirmed that address; of any other,
            please ask us. If we got it wrong, you may complain to the Information Commissioner’s
            Office, the UK’s regulator.
          </p>
        </Part>
        <p>
          <TextLink href={paths.home}>Back to the home page</TextLink>
        </p>
      </article>
    </PageFrame>
  );
}

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-2xl">{heading}</h2>
      {children}
    </section>
  );
}
