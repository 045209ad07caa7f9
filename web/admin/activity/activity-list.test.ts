// Groups of the activity log.
import { expect, test } from 'vitest';

import { type Activity, type ActivityKind, activityKinds } from '../../../domain/activity.ts';
import { groupActivities, groupWords } from './activity-list.tsx';

const activity = (kind: ActivityKind, admin = 'Ada'): Activity => ({
  id: kind,
  kind,
  admin,
  subject: '',
  created_at: '2026-11-21T09:00:00.000Z',
});

test('groups the same action of the same admin in a row', () => {
  const created = activity('lesson_created');
  const groups = groupActivities([
    created,
    created,
    created,
    activity('lesson_created', 'Ben'),
    activity('attendance'),
    created,
    created,
  ]);
  expect(groups.map((group) => group.length)).toEqual([3, 1, 1, 1, 1]);
  expect(groupActivities([])).toEqual([]);
});

test('counts a group in words', () => {
  const twice = (kind: ActivityKind) => [activity(kind), activity(kind)] as const;
  expect(groupWords(twice('lesson_created'))).toBe('2 lessons planned');
  expect(groupWords(twice('password_changed'))).toBe('Password changed, 2 times');
  for (const kind of activityKinds) expect(groupWords(twice(kind))).toMatch(/2/);
});
