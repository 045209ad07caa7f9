// /admin-account: the tutor's password and two-factor authentication.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { PasswordForm } from '../admin/account/password-form.tsx';
import { TwoFactor } from '../admin/account/two-factor.tsx';
import { useTwoFactor } from '../api/two-factor.ts';
import { useSession } from '../api/transport/session.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function AdminAccount() {
  const user = useSession('admin')?.user;
  return (
    <AdminFrame title={pageTitles[paths.adminAccount]}>
      <PageHeader title="Account" text={user === undefined ? undefined : `${user.name}, ${user.email}`} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part title="Two-factor authentication">
          <Loaded
            query={useTwoFactor()}
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
