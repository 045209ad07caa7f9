// Toasts: one at a time, no failure lost to screen readers, and none left over from another page.
import { beforeEach, expect, test } from 'vitest';

import { dismissToast, dismissToasts, readMessages, showToast, turnPage } from './toast.ts';

const failed = { kind: 'destructive', title: 'Booking Failed' } as const;
const booked = { kind: 'success', title: 'Lesson Booked!' } as const;
const shown = () => readMessages().shown?.title;
const replaced = () => readMessages().replaced.map(({ title }) => title);

// Tests in other files may have left some.
beforeEach(dismissToasts);

test('replaces the previous message with the newest', () => {
  showToast(booked);
  showToast({ ...booked, title: 'Booking Canceled' });
  expect(shown()).toBe('Booking Canceled');
  expect(replaced()).toEqual([]);
});

test('announces replaced failures too, three of them at most', () => {
  showToast(failed);
  showToast(booked);
  expect([shown(), replaced()]).toEqual(['Lesson Booked!', ['Booking Failed']]);
  for (const title of ['Error', 'Lesson Full', 'Connection Error', 'Access Denied'])
    showToast({ ...failed, title });
  expect(replaced()).toEqual(['Error', 'Lesson Full', 'Connection Error']);
});

test('shows the same failure again without announcing it twice', () => {
  showToast(failed);
  const before = readMessages().shown?.id;
  showToast(failed);
  expect(readMessages().shown?.id).not.toBe(before);
  expect(replaced()).toEqual([]);
});

test('ignores the expiry of a replaced message', () => {
  showToast(failed);
  const first = readMessages().shown?.id ?? 0;
  showToast(booked);
  dismissToast(first);
  expect(shown()).toBe('Lesson Booked!');
  dismissToast(readMessages().shown?.id ?? 0);
  expect(readMessages()).toEqual({ shown: null, replaced: [] });
});

test('carries a message to the page it was raised with, and no further', () => {
  showToast(booked);
  turnPage();
  expect(shown()).toBe('Lesson Booked!');
  turnPage();
  expect(shown()).toBeUndefined();
  // Resets the state for the next one.
  showToast(failed);
  turnPage();
  expect(shown()).toBe('Booking Failed');
});
