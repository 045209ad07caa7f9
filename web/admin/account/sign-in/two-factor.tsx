// <TwoFactor>: whether signing in requires a second factor, and how to enable or disable it.
import { useState } from 'react';
import { encode } from 'uqr';

import { confirmedByPasswordSchema } from '../../../../domain/auth/passwords.ts';
import {
  type TwoFactorState,
  twoFactorOffSchema,
  type TwoFactorSetup,
  twoFactorCodeSchema,
} from '../../../../domain/auth/two-factor.ts';
import { reportSuccess } from '../../../transport/query-client.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useDisableTwoFactor, useEnableTwoFactor, useSetUpTwoFactor } from './data.ts';

const FEW_CODES = 3;

export function TwoFactor({ state }: { state: TwoFactorState }) {
  const [dialog, setDialog] = useState<'on' | 'off' | null>(null);
  const close = () => setDialog(null);
  const { enabled, recovery_codes_left: left } = state;
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {enabled ? <Badge tone="positive">On</Badge> : <Badge>Off</Badge>}{' '}
        {enabled
          ? 'Signing in needs your password and a code from your authenticator app.'
          : 'Signing in needs your password alone.'}
      </p>
      {enabled && (
        <p className={left <= FEW_CODES ? 'font-bold text-negative' : 'text-pencil'}>
          {left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.
          {left <= FEW_CODES && ' For new ones switch it off and on again.'}
        </p>
      )}
      <Button
        variant={enabled ? 'destructive' : 'primary'}
        onClick={() => setDialog(enabled ? 'off' : 'on')}
      >
        {enabled ? 'Switch off' : 'Switch on'}
      </Button>
      {dialog === 'on' && <TwoFactorSetupDialog onClose={close} />}
      {dialog === 'off' && <SwitchOffDialog onClose={close} />}
    </div>
  );
}

function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableTwoFactor();
  const form = useAppForm({
    schema: twoFactorOffSchema,
    defaultValues: { current_password: '', code: '' },
    onSubmit: async (values) => {
      await disable.mutateAsync(values);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Switch off two-factor authentication"
      description="Signing in will need your password alone, and the recovery codes end."
    >
      <Form form={form} label="Switch off two-factor authentication">
        <PasswordField form={form} name="current_password" label="Current password" />
        <TextField
          form={form}
          name="code"
          label="Authentication code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogFoot>
          <SubmitButton variant="destructive">Switch off</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/**
 * <TwoFactorSetupDialog>: enables two-factor authentication in three steps: password, code,
 * recovery codes.
 */
function TwoFactorSetupDialog({ onClose }: { onClose: () => void }) {
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

function PasswordStep({ onDone }: { onDone: (setup: TwoFactorSetup) => void }) {
  const setUp = useSetUpTwoFactor();
  const form = useAppForm({
    schema: confirmedByPasswordSchema,
    defaultValues: { current_password: '' },
    onSubmit: async (values) => onDone((await setUp.mutateAsync(values)).setup),
  });
  return (
    <Form form={form} label="Confirm your password">
      <PasswordField form={form} name="current_password" label="Current password" />
      <DialogFoot>
        <SubmitButton>Continue</SubmitButton>
      </DialogFoot>
    </Form>
  );
}

interface CodeStepProps {
  setup: TwoFactorSetup;
  onDone: (codes: readonly string[]) => void;
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
    reportSuccess('Copied', 'The recovery codes are on the clipboard.');
  } catch {
    // The clipboard may be blocked or missing; the codes can still be selected.
    showToast({
      kind: 'info',
      title: 'Not copied',
      description: 'Please select the codes and copy them yourself.',
    });
  }
}

/** <QrCode>: a text as a QR code, always dark on light because cameras expect that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-56 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
