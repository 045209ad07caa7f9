// /invoice/:id: the invoice of a payment, to read and print, for a parent of the family and for the
// tutor.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';

import type { Audience } from '../../../domain/endpoint.ts';
import { paths } from '../../../domain/paths.ts';
import { type InvoiceAnswer, invoiceQuery, LOADING_INVOICE } from '../../data/invoices.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import { shownAudience, useMarkedAudience } from '../../navigation/marked-audience.ts';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { loadFailure } from '../../transport/load-failure.ts';
import { startQuery } from '../../transport/query-client.ts';
import { readSession, useSession } from '../../transport/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { InvoiceView } from './invoice-view.tsx';
import { whyNoInvoice } from './invoice-words.ts';

export function start({ search, params: { id = '' } }: PageAddress): void {
  const sessions = { family: readSession('family'), admin: readSession('admin') };
  const audience = shownAudience(`?${search}`, sessions);
  if (sessions[audience] !== null) startQuery(invoiceQuery(id, audience));
}

export default function InvoicePage() {
  const { id = '' } = useParams();
  const audience = useMarkedAudience({ family: useSession('family'), admin: useSession('admin') });
  const query = useQuery(invoiceQuery(id, audience));
  const invoice = query.data?.invoice ?? null;
  const title =
    invoice === null
      ? pages[paths.invoice].title
      : `${pages[paths.invoice].title} ${invoice.number}`;
  return (
    <Frame audience={audience} title={title}>
      <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5">
        {invoice === null && <PageHeader title={pages[paths.invoice].title} />}
        <Loaded
          query={query}
          label="Loading the invoice"
          rows={4}
          rowClassName="h-20 w-full"
          {...loadFailure(LOADING_INVOICE)}
        >
          {(answer) => <Shown answer={answer} />}
        </Loaded>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          {invoice !== null && <Button onClick={() => window.print()}>Print or save as PDF</Button>}
          {audience === 'family' && (
            <TextLink href={paths.accountPayments} className="py-3">
              All payments
            </TextLink>
          )}
        </p>
      </div>
    </Frame>
  );
}

/** Null: the payment does not exist or belongs to another family. */
function Shown({ answer }: { readonly answer: InvoiceAnswer | null }) {
  if (answer === null)
    return (
      <EmptyState
        title="No such invoice"
        text="There is no payment of yours at this address. It may have been cut short: please follow the whole link."
      />
    );
  if (answer.invoice === null)
    return <EmptyState title="No invoice yet" text={whyNoInvoice(answer.status)} />;
  return <InvoiceView invoice={answer.invoice} />;
}

interface FrameProps {
  readonly audience: Audience;
  readonly title: string;
  readonly children: ReactNode;
}

function Frame({ audience, title, children }: FrameProps) {
  if (audience === 'admin') return <AdminFrame title={title}>{children}</AdminFrame>;
  return (
    <PageFrame title={title} actions={<FamilyActions />}>
      {children}
    </PageFrame>
  );
}
