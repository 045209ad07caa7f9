// <TwoFactor>: whether signing in requires a second factor, and how to enable or disable it.
import { useState } from 'react';

import { type TwoFactorState, twoFactorOffSchema } from '../../../../domain/auth/two-factor.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useDisableTwoFactor } from './data.ts';
import { TwoFactorSetupDialog } from './two-factor-setup.tsx';

const FEW_CODES = 3;

export function TwoFactor({ state }: { readonly state: TwoFactorState }) {
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

function SwitchOffDialog({ onClose }: { readonly onClose: () => void }) {
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
        <PasswordField
          form={form}
          name="current_password"
          label="Current password"
          autoComplete="current-password"
        />
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
