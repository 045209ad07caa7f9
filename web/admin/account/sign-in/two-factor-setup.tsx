// <TwoFactorSetupDialog>: enables two-factor authentication in three steps: password, code,
// recovery codes.
import { useState } from 'react';

import { confirmedByPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import { type TwoFactorSetup, twoFactorCodeSchema } from '../../../../domain/auth/two-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useEnableTwoFactor, useSetUpTwoFactor } from './data.ts';
import { QrCode } from './qr-code.tsx';

export function TwoFactorSetupDialog({ onClose }: { readonly onClose: () => void }) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog
      open
      // Recovery codes are shown once: a click outside the dialog must not lose them.
      alert={codes !== null}
      onOpenChange={onClose}
      title={codes === null ? 'Switch on two-factor authentication' : 'Your recovery codes'}
      description={descriptionOf(setup, codes)}
      actions={
        codes !== null && (
          <>
            <Button variant="secondary" onClick={() => void copy(codes)}>
              Copy
            </Button>
            <Button onClick={onClose}>I have kept them</Button>
          </>
        )
      }
    >
      {setup === null && <PasswordStep onDone={setSetup} />}
      {setup !== null && codes === null && <CodeStep setup={setup} onDone={setCodes} />}
      {codes !== null && (
        <ul className="figures grid grid-cols-2 gap-x-6 gap-y-1.5 font-bold">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function descriptionOf(setup: TwoFactorSetup | null, codes: readonly string[] | null): string {
  if (codes !== null)
    return 'Each signs you in once when your phone is not at hand. They are shown only now: print them or keep them in a password manager.';
  return setup === null
    ? 'First confirm that it is you.'
    : 'Scan this with an authenticator app on your phone, then enter the code that it shows.';
}

function PasswordStep({ onDone }: { readonly onDone: (setup: TwoFactorSetup) => void }) {
  const setUp = useSetUpTwoFactor();
  const form = useAppForm({
    schema: confirmedByPasswordSchema,
    defaultValues: { current_password: '' },
    onSubmit: async (values) => onDone((await setUp.mutateAsync(values)).setup),
  });
  return (
    <Form form={form} label="Confirm your password">
      <PasswordField
        form={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
      />
      <DialogFoot>
        <SubmitButton>Continue</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

interface CodeStepProps {
  readonly setup: TwoFactorSetup;
  readonly onDone: (codes: readonly string[]) => void;
}

function CodeStep({ setup, onDone }: CodeStepProps) {
  const enable = useEnableTwoFactor();
  const form = useAppForm({
    schema: twoFactorCodeSchema,
    defaultValues: { code: '' },
    onSubmit: async (values) => onDone((await enable.mutateAsync(values)).recovery_codes),
  });
  return (
    <Form form={form} label="Confirm the code">
      <QrCode text={setup.uri} label="QR code for your authenticator app" />
      <p className="text-center text-note">
        Or type this key:{' '}
        <code className="font-bold select-all [word-spacing:0.25em]">{inFours(setup.secret)}</code>
      </p>
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="The 6 digits that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <DialogFoot>
        <SubmitButton>Switch on</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

/** Groups of four are easiest to read and type; authenticator apps ignore the spaces. */
function inFours(key: string): string {
  return (key.match(/.{1,4}/g) ?? []).join(' ');
}

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    showToast({
      kind: 'success',
      title: 'Copied',
      description: 'The recovery codes are on the clipboard.',
    });
  } catch {
    // The clipboard may be blocked or missing; the codes can still be selected.
    showToast({
      kind: 'info',
      title: 'Not copied',
      description: 'Please select the codes and copy them yourself.',
    });
  }
}
