// /admin-account: the tutor's password, two-factor authentication, calendar feed, business, free
// first lesson, reply templates, emails and group chats.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { PasswordForm } from '../admin/account/password-form.tsx';
import { TwoFactor } from '../admin/account/two-factor.tsx';
import { ChatLinks } from '../admin/settings/chat-links.tsx';
import { AutomaticInvitations } from '../admin/settings/automatic-invitations.tsx';
import { BusinessSettings } from '../admin/settings/business-settings.tsx';
import { EmailSettings } from '../admin/settings/email-settings.tsx';
import { FreeLesson } from '../admin/settings/free-lesson.tsx';
import { PromotionCodes } from '../admin/settings/promotion-codes.tsx';
import { ReplyTemplates } from '../admin/settings/reply-templates.tsx';
import { calendarQuery } from '../api/calendar.ts';
import { settingsQuery } from '../api/settings.ts';
import { twoFactorQuery } from '../api/two-factor.ts';
import { useSession } from '../api/transport/session.ts';
import { startQuery } from '../api/transport/query-client.ts';
import { Subscription } from '../calendar/subscription.tsx';
import { Chevron } from '../ui/back-link.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { pages } from './pages.ts';

export function start(): void {
  startQuery(settingsQuery);
  startQuery(twoFactorQuery);
  startQuery(calendarQuery('admin'));
}

export default function AdminAccount() {
  const user = useSession('admin')?.user;
  const settings = useQuery(settingsQuery);
  return (
    <AdminFrame title={pages[paths.adminAccount].title}>
      <PageHeader
        title="Account"
        text={user === undefined ? undefined : `${user.name}, ${user.email}`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <PartLinks />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Part title="Two-factor authentication">
            <Loaded
              query={useQuery(twoFactorQuery)}
              label="Loading two-factor authentication"
              rows={2}
              failure="Failed to load two-factor authentication"
              reportsStale
            >
              {(state) => <TwoFactor state={state} />}
            </Loaded>
          </Part>
          <Part title="Password">
            <PasswordForm />
          </Part>
          <Part title="Calendar">
            <p className="mb-4 max-w-prose">
              All lessons, with how many have booked, in the calendar on your phone or computer,
              always up to date.
            </p>
            <Subscription audience="admin" />
          </Part>
          <Part title="Business">
            <Loaded
              query={settings}
              label="Loading settings"
              rows={6}
              failure="Failed to load settings"
            >
              {(known) => (
                <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
                  <BusinessSettings settings={known} />
                  <PromotionCodes settings={known} />
                </div>
              )}
            </Loaded>
          </Part>
          <Part title="Free first lesson">
            <Loaded
              query={settings}
              label="Loading settings"
              rows={3}
              failure="Failed to load settings"
            >
              {(known) => <FreeLesson settings={known} />}
            </Loaded>
          </Part>
          <Part title="Replies to enquiries">
            <Loaded
              query={settings}
              label="Loading settings"
              rows={4}
              failure="Failed to load settings"
              reportsStale
            >
              {(known) => (
                <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
                  <AutomaticInvitations settings={known} />
                  <ReplyTemplates settings={known} />
                </div>
              )}
            </Loaded>
          </Part>
          <Part title="Emails">
            <Loaded
              query={settings}
              label="Loading settings"
              rows={4}
              failure="Failed to load settings"
            >
              {(known) => <EmailSettings settings={known} />}
            </Loaded>
          </Part>
          <Part title="Group chats">
            <Loaded
              query={settings}
              label="Loading settings"
              rows={2}
              failure="Failed to load settings"
            >
              {(known) => <ChatLinks settings={known} />}
            </Loaded>
          </Part>
        </div>
      </div>
    </AdminFrame>
  );
}

const parts = [
  'Two-factor authentication',
  'Password',
  'Calendar',
  'Business',
  'Free first lesson',
  'Replies to enquiries',
  'Emails',
  'Group chats',
] as const;
type PartTitle = (typeof parts)[number];

const anchorOf = (title: PartTitle) => title.toLowerCase().replaceAll(' ', '-');

/** The part at the top of the screen; null above the first. */
function usePartInView(): PartTitle | null {
  const [inView, setInView] = useState<PartTitle | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting);
        const title = parts.find((part) => anchorOf(part) === entry?.target.id);
        if (title !== undefined) setInView(title);
      },
      // A line a fifth below the upper edge.
      { rootMargin: '-20% 0px -79% 0px' },
    );
    for (const title of parts) {
      const section = document.getElementById(anchorOf(title));
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return inView;
}

/** The parts of the page, beside them on a wide screen. */
function PartLinks() {
  const inView = usePartInView();
  return (
    <nav aria-label="On this page" className="self-start lg:sticky lg:top-8">
      <ul className="max-lg:divide-y max-lg:divide-line max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-sheet lg:grid lg:gap-1">
        {parts.map((title) => (
          <li key={title}>
            <a
              href={`#${anchorOf(title)}`}
              aria-current={title === inView ? 'location' : undefined}
              className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 leading-snug hover:bg-wash lg:min-h-11 lg:border-l-4 lg:border-line lg:pr-2 lg:pl-3.5 lg:hover:border-rule lg:aria-[current]:border-signal lg:aria-[current]:font-bold"
            >
              {title}
              <Chevron className="rotate-180 lg:hidden" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Part({ title, children }: { readonly title: PartTitle; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section id={anchorOf(title)} aria-labelledby={titleId} className="scroll-mt-6">
      <Card>
        <h2 id={titleId} className="mb-4 text-heading">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
