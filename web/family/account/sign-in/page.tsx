// /account/sign-in: with which email the person signs in, and a new password.
import { paths } from '../../../../domain/paths.ts';
import { profileQuery } from '../../../data/family.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { TextLink } from '../../../ui/link-button.tsx';
import { AccountFrame, WithProfile } from '../frame.tsx';
import { DETAILS_ANCHOR } from '../places.ts';
import { PasswordForm } from './password-form.tsx';

export function start(): void {
  startQuery(profileQuery);
}

export default function AccountSignIn() {
  return (
    <AccountFrame here={paths.accountSignIn}>
      <WithProfile>
        {({ Parent_Email: parentEmail }) => (
          <>
            {parentEmail !== null && <SignInName email={parentEmail} />}
            <Section
              id="password"
              title="Password"
              text="Changing it signs out all your other devices."
            >
              <PasswordForm email={parentEmail} />
            </Section>
          </>
        )}
      </WithProfile>
    </AccountFrame>
  );
}

function SignInName({ email }: { readonly email: string }) {
  return (
    <p className="leading-snug">
      You sign in with <strong className="wrap-anywhere">{email}</strong>.{' '}
      <TextLink href={`${paths.accountFamily}#${DETAILS_ANCHOR}`}>Change the email</TextLink>
    </p>
  );
}
