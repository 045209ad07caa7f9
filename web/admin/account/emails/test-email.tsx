// <TestEmail>: sends the tutor an email, to check that emails arrive.
import { paths } from '../../../../domain/paths.ts';
import { useSendTestEmail } from '../../../data/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/link-button.tsx';

export function TestEmail() {
  const send = useSendTestEmail();
  return (
    <div>
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
        Send a test email
      </Button>
      <div aria-live="polite">
        {send.data !== undefined && (
          <p className="mt-3 leading-snug">
            A test email is on its way to{' '}
            <strong className="wrap-anywhere">{send.data.email}</strong>. If it has not arrived in a
            few minutes, the Activity page says why.
            <TextLink href={paths.adminActivity} className="block! w-fit">
              See which emails were not delivered
            </TextLink>
          </p>
        )}
      </div>
    </div>
  );
}
