// <AdminAccountFrame>: the frame around each page of the tutor's account. From a tablet on, the
// other pages are beside it; on a phone a link leads back to the list of them. <WithSettings>: what
// needs the tutor's settings.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { paths, type PagePath } from '../../../domain/paths.ts';
import type { Settings } from '../../../domain/tutor/settings.ts';
import { settingsQuery } from '../../data/settings.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { PlaceRail } from '../../frames/place-links.tsx';
import { pages, type AppPath } from '../../pages.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { BackLink, PageHeader } from '../../ui/page-header.tsx';

interface AdminAccountFrameProps {
  here: AppPath;
  /** Fills the width of the page; otherwise lines keep a length that reads well. */
  wide?: boolean;
  children: ReactNode;
}

export function AdminAccountFrame({ here, wide = false, children }: AdminAccountFrameProps) {
  const { title } = pages[here];
  return (
    <AdminFrame title={title}>
      <div className="grid grid-cols-1 gap-x-8 md:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
        <div className="max-md:hidden">
          <div className="sticky top-8">
            <PlaceRail places={tutorPlaces} here={here} />
          </div>
        </div>
        <div className={`grid grid-cols-1 content-start gap-7 ${wide ? '' : 'max-w-2xl'}`}>
          <div className="grid gap-2">
            <div className="grid md:hidden">
              <BackLink href={paths.adminAccount}>Account</BackLink>
            </div>
            <PageHeader title={title} />
          </div>
          {children}
        </div>
      </div>
    </AdminFrame>
  );
}

interface WithSettingsProps {
  /** The number of lines while loading. */
  rows: number;
  children: (settings: Settings) => ReactNode;
}

export function WithSettings({ rows, children }: WithSettingsProps) {
  return (
    <Loaded
      query={useQuery(settingsQuery)}
      label="Loading settings"
      rows={rows}
      failure="Failed to load settings"
      reportsStale
    >
      {children}
    </Loaded>
  );
}

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
