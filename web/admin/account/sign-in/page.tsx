// /admin-account/sign-in: the tutor's two-factor authentication and password.
import { useQuery } from '@tanstack/react-query';

import { paths } from '../../../../domain/paths.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { useSession } from '../../../transport/session.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { AdminAccountFrame } from '../frame.tsx';
import { twoFactorQuery } from './data.ts';
import { PasswordForm } from './password-form.tsx';
import { TwoFactor } from './two-factor.tsx';

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
