// /account: on a phone the list of the account's pages; on a wider screen, where each page has that
// list beside it, the first of them.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';

import { paths, invoicePath } from '../../../domain/paths.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { profileQuery, familyQuery, paymentsQuery } from '../../data/family.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import { PlaceIndex } from '../../frames/place-links.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { readSession, useSession } from '../../transport/session.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { MarkedLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BouncedEmails, UnconfirmedNotice, placesOf } from './frame.tsx';

export function start(): void {
  startQuery(profileQuery);
  if (readSession('family')?.user.role !== 'parent') return;
  startQuery(familyQuery);
  startQuery(paymentsQuery);
}

export default function Account() {
  const isWide = useMedia('(width >= 48rem)');
  const role = useSession('family')?.user.role;
  const [first] = placesOf(role);
  if (isWide && first !== undefined) return <Navigate to={first.path} replace />;
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

/** <LatestInvoice>: the way to a family's latest invoice; nothing before the first payment. */
function LatestInvoice() {
  const [latest] = useQuery(paymentsQuery).data ?? [];
  if (latest === undefined) return null;
  const { id, invoice, paid, currency } = latest;
  return (
    <p className="figures -mt-2 px-4 pb-2">
      <MarkedLink href={invoicePath(id)} mark="," className="py-2.5">
        Invoice {invoice}
      </MarkedLink>{' '}
      {formatMoney(paid, currency)}
    </p>
  );
}
