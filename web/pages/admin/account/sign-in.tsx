// /admin-account/sign-in: the tutor's two-factor authentication and password.
import { useQuery } from '@tanstack/react-query';

import { paths } from '../../../../domain/paths.ts';
import { PasswordForm } from '../../../admin/account/password-form.tsx';
import { TwoFactor } from '../../../admin/account/two-factor.tsx';
import { twoFactorQuery } from '../../../api/auth/two-factor.ts';
import { startQuery } from '../../../api/transport/query-client.ts';
import { useSession } from '../../../api/transport/session.ts';
import { AdminAccountFrame } from '../../../frames/admin-account-frame.tsx';
import { Section } from '../../../frames/section.tsx';
import { Loaded } from '../../../ui/loaded.tsx';

export function start(): void {
  startQuery(twoFactorQuery);
}

export default function AdminAccountSignIn() {
  const twoFactor = useQuery(twoFactorQuery);
  const user = useSession('admin')?.user;
  return (
    <AdminAccountFrame here={paths.adminAccountSignIn}>
      <Section
        id="two-factor-authentication"
        title="Two-factor authentication"
        text={
          user && (
            <>
              You sign in with <strong className="wrap-anywhere">{user.email}</strong>.
            </>
          )
        }
      >
        <Loaded
          query={twoFactor}
          label="Loading two-factor authentication"
          rows={2}
          failure="Failed to load two-factor authentication"
          reportsStale
        >
          {(state) => <TwoFactor state={state} />}
        </Loaded>
      </Section>
      <Section id="password" title="Password">
        <PasswordForm />
      </Section>
    </AdminAccountFrame>
  );
}
