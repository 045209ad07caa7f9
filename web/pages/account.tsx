// /account: on a phone the list of the account's pages; on a wider screen, where each page has that
// list beside it, the first of them. An address with the anchor of a former section leads there.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { BouncedEmails } from '../account/bounced-emails.tsx';
import { formerSectionPath, placesOf } from '../account/places.ts';
import { profileQuery } from '../api/families/family.ts';
import { familyQuery } from '../api/families/people.ts';
import { paymentsQuery } from '../api/payments/invoices.ts';
import { startQuery } from '../api/transport/query-client.ts';
import { readSession, useSession } from '../api/transport/session.ts';
import { LatestInvoice } from '../credits/latest-invoice.tsx';
import { UnconfirmedNotice } from '../frames/account-frame.tsx';
import { FamilyActions } from '../frames/family-actions.tsx';
import { PageFrame } from '../frames/page-frame.tsx';
import { PlaceIndex } from '../frames/place-links.tsx';
import { useMedia } from '../ui/hooks/use-media.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { pages } from './pages.ts';

export function start(): void {
  startQuery(profileQuery);
  if (readSession('family')?.user.role !== 'parent') return;
  startQuery(familyQuery);
  startQuery(paymentsQuery);
}

export default function Account() {
  const isWide = useMedia('(width >= 48rem)');
  const { hash } = useLocation();
  const role = useSession('family')?.user.role;
  const [first] = placesOf(role);
  const wanted = formerSectionPath(hash) ?? (isWide ? first?.path : undefined);
  if (wanted !== undefined) return <Navigate to={wanted} replace />;
  return (
    <PageFrame title={pages[paths.account].title} actions={<FamilyActions here={paths.account} />}>
      {role === 'student' ? <IndexOfStudent /> : <IndexOfParent />}
    </PageFrame>
  );
}

function IndexOfParent() {
  const user = useQuery(profileQuery).data?.user;
  const family = useQuery(familyQuery).data;
  const email = user?.Parent_Email ?? '';
  return (
    <>
      <PageHeader title="Your account" text={email} />
      {user?.role === 'parent' && <UnconfirmedNotice user={user} />}
      <BouncedEmails bounced={family?.bounced_emails ?? []} ownEmail={email} />
      <PlaceIndex places={placesOf('parent')} belowPayments={<LatestInvoice />} />
    </>
  );
}

function IndexOfStudent() {
  return (
    <>
      <PageHeader title="Your account" text={useSession('family')?.user.name} />
      <PlaceIndex places={placesOf('student')} />
    </>
  );
}
