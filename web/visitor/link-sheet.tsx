// <LinkSheet>: what somebody sees who follows an emailed link of a lesson without signing in.
import type { ReactNode } from 'react';

import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';

interface LinkSheetProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

export function LinkSheet({ title, text, children }: LinkSheetProps) {
  return (
    <>
      <div className="wrap-anywhere">
        <PageHeader title={title} text={text} />
      </div>
      <Card className="mt-7 grid gap-6 p-5 wrap-anywhere sm:p-8">{children}</Card>
    </>
  );
}
