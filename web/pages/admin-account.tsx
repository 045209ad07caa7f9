// /admin-account: the tutor's password and two-factor authentication.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { PasswordForm } from '../admin/account/password-form.tsx';
import { TwoFactor } from '../admin/account/two-factor.tsx';
import { useTwoFactor } from '../api/two-factor.ts';
import { useSession } from '../api/transport/session.ts';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { FailedState } from '../ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function AdminAccount() {
  const user = useSession('admin')?.user;
  const query = useTwoFactor();
  return (
    <AdminFrame title={pageTitles[paths.adminAccount]}>
      <PageHeader title="Account" text={user === undefined ? undefined : `${user.name}, ${user.email}`} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part title="Two-factor authentication">
          {query.isPending && <SkeletonList label="Loading two-factor authentication" rows={2} />}
          {query.isError && (
            <FailedState
              title="Failed to load two-factor authentication"
              onRetry={query.refetch}
              busy={query.isFetching}
            />
          )}
          {query.data !== undefined && <TwoFactor state={query.data} />}
        </Part>
        <Part title="Password">
          <PasswordForm />
        </Part>
      </div>
    </AdminFrame>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Card>
        <h2 className="mb-4 text-heading">{title}</h2>
        {children}
      </Card>
    </section>
  );
}
