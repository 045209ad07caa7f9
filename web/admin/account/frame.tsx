// <AdminAccountFrame>: the frame around each page of the tutor's account. From a tablet on, the
// other pages are beside it; on a phone a link leads back to the list of them. <WithSettings>: what
// needs the tutor's settings.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { Settings } from '../../../domain/tutor/settings.ts';
import { settingsQuery } from '../../data/settings.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { place, PlaceColumns } from '../../frames/place-links.tsx';
import { pages, type AppPath } from '../../pages.ts';
import { Loaded } from '../../ui/loaded.tsx';

interface AdminAccountFrameProps {
  here: AppPath;
  wide?: boolean;
  children: ReactNode;
}

export function AdminAccountFrame({ here, wide = false, children }: AdminAccountFrameProps) {
  return (
    <AdminFrame title={pages[here].title}>
      <PlaceColumns places={tutorPlaces} here={here} index={paths.adminAccount} wide={wide}>
        {children}
      </PlaceColumns>
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
    <Loaded query={useQuery(settingsQuery)} noun="settings" rows={rows} reportsStale>
      {children}
    </Loaded>
  );
}

export const tutorPlaces = [
  place(paths.adminAccountBusiness, 'Prices, usual times, size of a lesson, and when you answer'),
  place(
    paths.adminAccountEnquiries,
    'How families get their free lesson, and the words you answer with',
  ),
  place(
    paths.adminAccountEmails,
    'How emails begin, letters after lessons, and your daily summary',
  ),
  place(paths.adminAccountChats, 'Where the students of each course talk between lessons'),
  place(paths.adminAccountCalendar, 'All lessons in your own calendar'),
  place(paths.adminAccountSignIn, 'Two-factor authentication, and your password'),
];
