// Messages: one at a time, no failure lost to those who listen, and none left over from another
// page.
import { beforeEach, expect, test } from 'vitest';

import { dismissToast, dismissToasts, readMessages, showToast, turnPage } from './toast.ts';

const failed = { kind: 'destructive', title: 'Booking Failed' } as const;
const booked = { kind: 'success', title: 'Lesson Booked!' } as const;
const shown = () => readMessages().shown?.title;
const replaced = () => readMessages().replaced.map(({ title }) => title);

// Another file's tests may have left some.
beforeEach(dismissToasts);

test('the newest message takes the place of the one before', () => {
  showToast(booked);
  showToast({ ...booked, title: 'Booking Canceled' });
  expect(shown()).toBe('Booking Canceled');
  expect(replaced()).toEqual([]);
});

test('a failure that is replaced is still told to those who listen, three of them at most', () => {
  showToast(failed);
  showToast(booked);
  expect([shown(), replaced()]).toEqual(['Lesson Booked!', ['Booking Failed']]);
  for (const title of ['Error', 'Lesson Full', 'Connection Error', 'Access Denied'])
    showToast({ ...failed, title });
  expect(replaced()).toEqual(['Error', 'Lesson Full', 'Connection Error']);
});

test('the same failure again is shown anew, not reported twice', () => {
  showToast(failed);
  const before = readMessages().shown?.id;
  showToast(failed);
  expect(readMessages().shown?.id).not.toBe(before);
  expect(replaced()).toEqual([]);
});

test('a message that has been replaced dismisses nothing by its own end', () => {
  showToast(failed);
  const first = readMessages().shown?.id ?? 0;
  showToast(booked);
  dismissToast(first);
  expect(shown()).toBe('Lesson Booked!');
  dismissToast(readMessages().shown?.id ?? 0);
  expect(readMessages()).toEqual({ shown: null, replaced: [] });
});

test('a message comes along to the page that it was raised together with, and no further', () => {
  showToast(booked);
  turnPage();
  expect(shown()).toBe('Lesson Booked!');
  turnPage();
  expect(shown()).toBeUndefined();
  // The next one starts anew.
  showToast(failed);
  turnPage();
  expect(shown()).toBe('Booking Failed');
});
