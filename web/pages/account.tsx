// /account: a family's details, the history of its credits, its password, its data and the way out.
import { paths } from '../../domain/paths.ts';
import { ContactForm } from '../account/contact-form.tsx';
import { DataDownload } from '../account/data-download.tsx';
import { DeleteAccount } from '../account/delete-account.tsx';
import { FamilyActions } from '../account/family-actions.tsx';
import { PasswordForm } from '../account/password-form.tsx';
import { Section } from '../account/section.tsx';
import { CREDIT_HISTORY_ANCHOR } from '../account/stat-cards.tsx';
import { describeFailure } from '../api/transport/errors.ts';
import { LOADING_PROFILE, useProfile } from '../api/family.ts';
import { CreditHistory } from '../credits/credit-history.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function Account() {
  const profile = useProfile();
  return (
    <PageFrame title={pageTitles[paths.account]} actions={<FamilyActions here={paths.account} />}>
      <PageHeader title="Your account" text={profile.data?.user.Parent_Email} />
      <Loaded
        query={profile}
        label="Loading your account"
        rowClassName="h-20 w-full"
        failure={LOADING_PROFILE.title}
        explain={(error) => describeFailure(error, LOADING_PROFILE).description}
      >
        {({ user }) => (
          <>
            <Section
              id={CREDIT_HISTORY_ANCHOR}
              title="Credit history"
              text="Each credit you bought, spent or got back, with your balance after it."
            >
              <CreditHistory />
            </Section>
            <Section
              id="details"
              title="Contact details"
              text="Where invitations, receipts and reminders are sent, and whose lessons these are."
            >
              <ContactForm key={user.Parent_Email} student={user} />
            </Section>
            <Section id="password" title="Password" text="Changing it signs out all your other devices.">
              <PasswordForm email={user.Parent_Email} />
            </Section>
            <Section
              id="data"
              title="Your data"
              text="Everything stored about you, in one file that other programs can read."
            >
              <DataDownload />
            </Section>
            <Section
              id="leave"
              title="Delete account"
              text="Erases your details and cancels your bookings. Payments stay on record, as the law requires, without your name."
            >
              <DeleteAccount credits={user.Credits} />
            </Section>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
