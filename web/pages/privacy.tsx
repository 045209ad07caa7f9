// /privacy: what is stored about visitors and families, why, for how long, and what they can ask for.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { useSite } from '../content/site-context.ts';
import { TextLink } from '../ui/link-button.tsx';
import { PageFrame } from './page-frame.tsx';
import { pageTitles } from './page-heads.ts';

const stored = [
  {
    what: 'When you register interest',
    data: 'Name, email, mobile number and year level; our note about the enquiry, and the emails about it.',
    why: 'To answer you and to arrange the free first lesson: steps you asked for before a contract.',
    until: 'We delete it, because you ask us to or because it is no longer needed to answer you.',
  },
  {
    what: 'When you have an account',
    data: "The parent's name, email and phone number, the student's name, a password, which is kept only as a hash, when you signed in, and which emails were sent to you.",
    why: 'To give the lessons you book: our contract with you.',
    until: 'You delete the account, which you can do yourself, at once.',
  },
  {
    what: 'When you book or attend',
    data: 'The lessons booked, cancelled, attended and missed, every credit gained or spent, and our reason for it.',
    why: 'To hold your place and to keep your balance right.',
    until: 'You delete the account; the entries then stay without a name or a reason, as accounts have to.',
  },
  {
    what: 'When you pay',
    data: 'The amount, the time and a reference. Card details go to Stripe, our payment provider, and never reach us.',
    why: 'To add your credits and to keep the records that tax law asks for.',
    until:
      'Tax law lets us delete it, six years after the tax year; without your name once you have deleted the account.',
  },
  {
    what: 'When you use the site',
    data: 'Your network address and the page asked for, in the log of our server, and in counters that limit abuse.',
    why: 'To find faults and to stop abuse: our legitimate interest.',
    until: 'The log is overwritten; the counters are cleared within hours.',
  },
] as const;

export default function Privacy() {
  const { contact, site } = useSite();
  return (
    <PageFrame title={pageTitles[paths.privacy]}>
      <article className="grid max-w-3xl gap-10">
        <header>
          <h1 className="text-title">Privacy</h1>
          <p className="mt-4 text-lg text-pencil">
            We store what it takes to answer you and to hold lessons, and nothing else. {site.tutor} is
            responsible for it under the UK GDPR; write to{' '}
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
            The site sets no cookies and loads nothing from anybody else. If you sign in, a token is kept on
            your device so that you stay signed in, and is removed when you log out. There is no advertising,
            no analytics and no profile of you.
          </p>
        </Part>
        <Part heading="Children">
          <p>
            Most of our students are under 18, so we follow the Children’s Code. Accounts are made by a parent
            or guardian. About the student we keep a name, the year level you gave when asking, and the
            lessons booked. In lessons camera and microphone are off by default. A child’s data serves the
            lessons and nothing else: it is never sold, and never used to hold anybody’s attention.
          </p>
        </Part>
        <Part heading="What deleting does">
          <p>
            When you delete your account, this is erased from our database and files: names, email address,
            phone number and password; when you signed in; the reasons we gave for changes of credits; the
            emails we kept; and any enquiry made with both the email address and the phone number of your
            account, with our note and the emails about it. One last email tells you so. Your address is
            erased once that email has been sent, or once we give up sending it, after a day and a half.
          </p>
          <p className="mt-3">
            What stays belongs to a number that leads to nobody: the amounts, dates and Stripe references of
            payments, the changes of credits, and which lessons were booked. Our record of what we did in our
            own area holds such numbers too, and no names.
          </p>
          <p className="mt-3">
            Any other enquiry is deleted when you write to us, with our note and the emails about it. What we
            cannot reach from here we delete by hand when you ask: emails that have arrived in our own
            mailbox, and lists of enquiries that we have saved. Safety copies of the database hold what was
            deleted until newer ones replace them.
          </p>
        </Part>
        <Part heading="Who else sees it">
          <p>
            Stripe, for payments; the companies that run our server and carry our email; and the video meeting
            and group chat services that students join. Each gets only what its part of the work needs, and
            keeps its own records: Stripe, for one, the email address you paid with.
          </p>
        </Part>
        <Part heading="Your rights">
          <p>
            You may see, correct, take away or delete your data, or object to its use. Signed in, you can take
            a copy of everything and delete the account yourself; otherwise write to us and we answer within a
            month. The copy shows an enquiry where it was made with both the email address and the phone
            number of your account; of any other, please ask us. If we got it wrong, you may complain to the
            Information Commissioner’s Office, the UK’s regulator.
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
