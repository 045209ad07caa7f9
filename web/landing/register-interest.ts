// Sends the landing page's enquiry without the query layer, sessions and the error catalogue, which
// that page does not load.

import { registerInterest } from '../../domain/enquiries/endpoints.ts';
import { HONEYPOT_FIELD, type EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { RETRY } from '../../domain/limits.ts';
import { tryBy, wordsFor } from '../transport/failures.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { send } from '../transport/send.ts';
import { markReported } from '../ui/reported.ts';

/**
 * `await registerInterest(form, honeypot)` returns the time of success in epoch milliseconds.
 * Throws a failure with the words that the form shows. Resending the same text after a lost
 * response counts as the same submission.
 */
export function useRegisterInterest(): (form: EnquiryForm, honeypot: string) => Promise<number> {
  const sendOnce = useSendOnce();
  return async (form, honeypot) => {
    const body = { ...form, [HONEYPOT_FIELD]: honeypot };
    try {
      await sendOnce(body, (idempotencyKey) =>
        tryBy(RETRY.registration, () => send(registerInterest, { body, idempotencyKey }, null)),
      );
    } catch (error) {
      const words = wordsFor(error, {
        title: 'Registration Failed',
        text: 'Failed to submit registration. Please try again.',
      });
      markReported(error, words);
      throw error;
    }
    return Date.now();
  };
}
