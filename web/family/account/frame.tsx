// <AccountFrame>: the frame around each page of the account. From a tablet on, the other pages are
// beside it; on a phone a link leads back to the list of them.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { FamilyUser, ParentUser } from '../../../domain/people/account.ts';
import { LOADING_PROFILE, profileQuery } from '../../data/family.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import { PlaceRail } from '../../frames/place-links.tsx';
import { type AppPath, pages } from '../../pages.ts';
import { loadFailure } from '../../transport/load-failure.ts';
import { useSession } from '../../transport/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UnconfirmedEmail } from '../unconfirmed-email.tsx';
import { placesOf } from './places.ts';

interface AccountFrameProps {
  readonly here: AppPath;
  readonly children: ReactNode;
}

export function AccountFrame({ here, children }: AccountFrameProps) {
  const places = placesOf(useSession('family')?.user.role);
  const name = places.find(({ path }) => path === here)?.name ?? pages[here].title;
  return (
    <PageFrame title={pages[here].title} actions={<FamilyActions here={paths.account} />}>
      <div className="grid grid-cols-1 gap-x-8 md:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-14">
        <div className="max-md:hidden">
          <div className="sticky top-8">
            <PlaceRail places={places} here={here} />
          </div>
        </div>
        <div className="grid max-w-2xl grid-cols-1 content-start gap-7">
          <div className="grid gap-2">
            <div className="grid md:hidden">
              <BackLink href={paths.account}>Account</BackLink>
            </div>
            <PageHeader title={name} />
          </div>
          {children}
        </div>
      </div>
    </PageFrame>
  );
}

/** The signed-in person, once the profile is there. */
export function WithProfile({ children }: { readonly children: (user: FamilyUser) => ReactNode }) {
  return (
    <Loaded
      query={useQuery(profileQuery)}
      label="Loading your account"
      rowClassName="h-20 w-full"
      {...loadFailure(LOADING_PROFILE)}
    >
      {({ user }) => children(user)}
    </Loaded>
  );
}

/** How to confirm the address, above what needs that. */
export function UnconfirmedNotice({ user }: { readonly user: ParentUser }) {
  if (user.email_confirmed) return null;
  return (
    <div className="border-l-4 border-signal pl-4">
      <UnconfirmedEmail user={user} />
    </div>
  );
}
