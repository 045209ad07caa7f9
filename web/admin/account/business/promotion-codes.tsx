// <PromotionCodes>: whether families can use promotion codes when they pay.
import type { Settings } from '../../../../domain/tutor/settings.ts';
import { useUpdateSettings } from '../../../data/settings.ts';
import { Switch } from '../../../ui/forms/choice.tsx';

export function PromotionCodes({ settings: { promotion_codes } }: { readonly settings: Settings }) {
  const update = useUpdateSettings();
  return (
    <Switch
      label="Promotion codes"
      hint="Families can enter a code on the payment page. You make the codes in your Stripe dashboard, where you also set their limits. Receipts and invoices name the discount."
      checked={
        update.isPending
          ? (update.variables.changes.promotion_codes ?? promotion_codes)
          : promotion_codes
      }
      onChange={(checked) =>
        update.mutate({
          changes: { promotion_codes: checked },
          done: checked
            ? 'Payment pages that open from now on accept promotion codes.'
            : 'Payment pages that open from now on accept no promotion codes.',
        })
      }
    />
  );
}
