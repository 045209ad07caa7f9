// <Subscription>: a person's calendar feed. Its address is created on request.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import type { Audience } from '../../domain/endpoint.ts';
import { useSite } from '../content/site-context.ts';
import {
  calendarQuery,
  LOADING_CALENDAR,
  useEndCalendar,
  useRenewCalendar,
} from '../data/calendar.ts';
import { loadFailure, reportSuccess } from '../transport/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { showToast } from '../ui/toast.ts';

/** What anyone with the address can read, by audience. */
const warnings: Readonly<Record<Audience, string>> = {
  family:
    'The calendar has a private address. Keep it to yourself: anyone who has it can join these lessons.',
  admin:
    'Anyone with its address can see your lessons and their meeting links, so keep it to yourself.',
};

/** Large enough for a thumb, side by side if there is space. */
const look = 'min-h-12 w-full sm:w-auto';
/** Aligned with the text around it. */
const quietLook = 'min-h-12 px-2!';

interface SubscriptionProps {
  audience: Audience;
  /** Why no address may be created; null, or omitted, if one may. */
  disabledReason?: string | null;
}

export function Subscription({ audience, disabledReason = null }: SubscriptionProps) {
  return (
    <Loaded
      query={useQuery(calendarQuery(audience))}
      noun="your calendar"
      rows={1}
      rowClassName="h-24 w-full"
      {...loadFailure(LOADING_CALENDAR)}
    >
      {({ calendar }) => (
        <Known audience={audience} disabledReason={disabledReason} path={calendar?.path ?? null} />
      )}
    </Loaded>
  );
}

interface KnownProps extends Required<SubscriptionProps> {
  /** Null while there is no address. */
  path: string | null;
}

function Known({ audience, disabledReason, path }: KnownProps) {
  const place = useRef<HTMLDivElement>(null);
  const renew = useRenewCalendar(audience);
  const hadAddress = useRef(path !== null);
  // The focused button disappears when the address is created or revoked; its replacement takes the
  // focus.
  useEffect(() => {
    if (hadAddress.current === (path !== null)) return;
    hadAddress.current = path !== null;
    place.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [path]);
  return (
    <div ref={place} className="grid gap-4">
      {path === null ? (
        <div>
          <Button
            className={look}
            busy={renew.isPending}
            busyLabel="Making its address..."
            disabledReason={disabledReason}
            onClick={() =>
              renew.mutate({
                done: {
                  title: 'Calendar address ready',
                  description: 'Choose the calendar that you use.',
                },
              })
            }
          >
            Subscribe
          </Button>
        </div>
      ) : (
        <Ways audience={audience} disabledReason={disabledReason} path={path} />
      )}
      <p className="max-w-prose text-pencil">{warnings[audience]}</p>
    </div>
  );
}

function Ways({ audience, disabledReason, path }: KnownProps & { path: string }) {
  const labelId = useId();
  const { site } = useSite();
  const { plain, webcal, google, outlook } = addressesOf(path, {
    origin: window.location.origin,
    name: `${site.name} lessons`,
  });
  return (
    <>
      <p id={labelId} className="-mb-1 font-bold">
        Subscribe with
      </p>
      <ul aria-labelledby={labelId} className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {[
          ['Apple Calendar', webcal],
          ['Google Calendar', google],
          ['Outlook', outlook],
        ].map(([program = '', href = '']) => (
          <li key={program}>
            <LinkButton
              variant="secondary"
              className={look}
              href={href}
              // The device's own calendar opens next to the page.
              {...(href === webcal ? {} : { target: '_blank', rel: 'noreferrer' })}
            >
              {program}
            </LinkButton>
          </li>
        ))}
      </ul>
      <div className="-mx-2 flex flex-wrap gap-x-5">
        <Button variant="quiet" className={quietLook} onClick={() => void copy(plain)}>
          Copy address
        </Button>
        <Changes audience={audience} disabledReason={disabledReason} />
      </div>
    </>
  );
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    reportSuccess('Copied', 'The address is on the clipboard.');
  } catch {
    // The clipboard may be blocked or missing; the address can still be selected.
    showToast({
      kind: 'info',
      title: 'Not copied',
      description: `Please copy it yourself: ${address}`,
    });
  }
}

const questions = {
  renew: {
    title: 'Renew the address?',
    text: 'The address you have used so far ends at once. Calendars that are subscribed to it are no longer kept up to date, so subscribe again with the new one.',
    action: 'Renew address',
    done: {
      title: 'Calendar address renewed',
      description: 'The old one has ended. Subscribe again with the new one.',
    },
  },
  end: {
    title: 'Remove the address?',
    text: 'Calendars that are subscribed to it are no longer kept up to date. Your lessons stay as they are, and you can subscribe again at any time.',
    action: 'Remove address',
    done: {
      title: 'Calendar address removed',
      description: 'It no longer shows the lessons to anyone.',
    },
  },
} as const;

/** The additional effect on a family. */
const LINKS_CHANGE =
  'The join links of booked lessons change too: those in earlier emails then work only where somebody of your family is signed in.';

/** The actions that revoke an address, each after a confirmation. */
function Changes({ audience, disabledReason }: Omit<KnownProps, 'path'>) {
  const [chosenChange, setChosenChange] = useState<keyof typeof questions>('renew');
  const [isOpen, setIsOpen] = useState(false);
  const mutations = { renew: useRenewCalendar(audience), end: useEndCalendar(audience) };
  const isPending = mutations.renew.isPending || mutations.end.isPending;
  const { title, action, done, ...question } = questions[chosenChange];
  const text = audience === 'family' ? `${question.text} ${LINKS_CHANGE}` : question.text;
  const goAhead = () => {
    setIsOpen(false);
    mutations[chosenChange].mutate({ done });
  };
  return (
    <>
      {(['renew', 'end'] as const).map((change) => (
        <Button
          key={change}
          variant="quiet"
          className={quietLook}
          busy={isPending && chosenChange === change}
          disabledReason={change === 'renew' ? disabledReason : null}
          onClick={() => {
            // The text stays until the dialog has faded out.
            setChosenChange(change);
            setIsOpen(true);
          }}
        >
          {questions[change].action}
        </Button>
      ))}
      <Dialog
        alert
        open={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        description={text}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Keep it
            </Button>
            <Button variant="destructive" onClick={goAhead}>
              {action}
            </Button>
          </>
        }
      />
    </>
  );
}

/** The address of a calendar feed in the forms that calendar programs expect. */
interface Addresses {
  /** For copying. */
  readonly plain: string;
  /** Opened by the device's calendar: Apple's, and most other installed ones. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
}

/**
 * `origin` is the site's origin, e.g. 'https://physics.example.com'; `name` is the calendar's
 * initial name.
 */
export function addressesOf(
  path: string,
  { origin, name }: { origin: string; name: string },
): Addresses {
  const plain = origin + path;
  const webcal = plain.replace(/^https?:/, 'webcal:');
  const google = new URLSearchParams({ cid: webcal });
  // Outlook shows a plus literally.
  const outlook = `url=${encodeURIComponent(plain)}&name=${encodeURIComponent(name)}`;
  return {
    plain,
    webcal,
    google: `https://calendar.google.com/calendar/r?${google}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`,
  };
}
