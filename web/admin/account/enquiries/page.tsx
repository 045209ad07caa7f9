// /admin-account/enquiries: how families get their free first lesson, automatic invitations, and
// the reply templates.
import { spokenHours } from '../../../../domain/business-words.ts';
import type { FreeLessonMode } from '../../../../domain/lessons/next-lesson.ts';
import { paths } from '../../../../domain/paths.ts';
import {
  AUTOMATIC_INVITATIONS,
  FREE_SPOTS,
  type Settings,
} from '../../../../domain/tutor/settings.ts';
import { settingsQuery, useUpdateSettings } from '../../../data/settings.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { RadioList } from '../../../ui/forms/choice.tsx';
import { Select } from '../../../ui/forms/filters.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { AdminAccountFrame, WithSettings } from '../frame.tsx';
import { ReplyTemplates } from './reply-templates.tsx';

export function start(): void {
  startQuery(settingsQuery);
}

export default function AdminAccountEnquiries() {
  return (
    <AdminAccountFrame here={paths.adminAccountEnquiries}>
      <Section id="free-first-lesson" title="Free first lesson">
        <WithSettings rows={3}>{(settings) => <FreeLesson settings={settings} />}</WithSettings>
      </Section>
      <Section id="replies-to-enquiries" title="Replies to enquiries">
        <WithSettings rows={4}>
          {(settings) => (
            <div className="grid grid-cols-1 gap-7">
              <AutomaticInvitations settings={settings} />
              <ReplyTemplates settings={settings} />
            </div>
          )}
        </WithSettings>
      </Section>
    </AdminAccountFrame>
  );
}

/** <AutomaticInvitations>: whether each enquirer is invited automatically, and what that means. */
function AutomaticInvitations({ settings }: { settings: Settings }) {
  const update = useUpdateSettings();
  const { business, invite_automatically, reply_templates } = settings;
  const current = update.isPending
    ? (update.variables.changes.invite_automatically ?? invite_automatically)
    : invite_automatically;
  const first = reply_templates[0]?.name;
  return (
    <Switch
      label="Invite automatically"
      hint={
        <>
          We email each new enquirer{' '}
          {first === undefined
            ? 'the template that comes with the site'
            : `the template “${first}”`}{' '}
          with a link to the free first lesson at once: once for each address and phone number, and
          up to {AUTOMATIC_INVITATIONS.max} a day. Families with an account wait for you. It does
          not count as your answer: you still have {spokenHours(business.response_hours)} to write
          or call.
        </>
      }
      checked={current}
      onChange={(checked) =>
        update.mutate({
          changes: { invite_automatically: checked },
          done: checked ? 'Enquirers are invited automatically.' : 'You invite enquirers yourself.',
        })
      }
    />
  );
}

const modes = [
  {
    value: 'at_once',
    label: 'Families book it at once',
    hint: 'They choose a lesson and are in. You get an email with their details.',
  },
  {
    value: 'ask',
    label: 'Families ask you for it',
    hint: 'You answer each enquiry with an invitation.',
  },
] as const;

const doneWords: Readonly<Record<FreeLessonMode, string>> = {
  at_once: 'Families book their free first lesson themselves.',
  ask: 'Families ask you for their free first lesson.',
};

const spots = Array.from({ length: FREE_SPOTS.max - FREE_SPOTS.min + 1 }, (_, index) => ({
  value: FREE_SPOTS.min + index,
  label: String(FREE_SPOTS.min + index),
}));

/**
 * <FreeLesson>: how families get their free first lesson, and how many of them one lesson takes.
 */
function FreeLesson({ settings }: { settings: Settings }) {
  const update = useUpdateSettings();
  const current = { ...settings, ...(update.isPending ? update.variables.changes : {}) };
  return (
    <div className="grid gap-6">
      <RadioList
        legend="How families get it"
        name="free-lesson"
        value={current.free_lesson ?? settings.free_lesson}
        options={modes}
        onChange={(mode) =>
          update.mutate({ changes: { free_lesson: mode }, done: doneWords[mode] })
        }
      />
      {current.free_lesson === 'at_once' && (
        <Select
          label="Free spots in each lesson"
          hint="The other spots are for families who pay. A family that does not confirm its email address in time loses its spot."
          className="max-w-28"
          value={current.free_spots_per_lesson ?? settings.free_spots_per_lesson}
          options={spots}
          onChange={(count) =>
            update.mutate({
              changes: { free_spots_per_lesson: count },
              done:
                count === 0
                  ? 'No lesson has free spots now.'
                  : `Each lesson has up to ${count === 1 ? '1 free spot' : `${count} free spots`}.`,
            })
          }
        />
      )}
    </div>
  );
}
