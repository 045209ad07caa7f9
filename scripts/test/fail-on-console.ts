// Fails a test when the code under test writes warnings or errors to the console: noise would hide
// the next real error.
import { afterEach, beforeEach, expect, vi } from 'vitest';

const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      complaints.push(`console.${level}: ${words.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  expect(complaints).toEqual([]);
});
