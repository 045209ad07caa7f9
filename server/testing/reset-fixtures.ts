// Runs before each test file. Files of one worker share their modules, so that an `override` at the
// top of a file would otherwise still apply to the next file.
import { waitingTest } from './lessons/waiting-lists.ts';
import { raceTest } from './races/races.ts';
import { sharedTest, test } from './test.ts';

test.override('settings', {});
waitingTest.override('settings', {});
sharedTest.override('settings', {});
raceTest.override('settings', {});
raceTest.override('servers', 'one');
raceTest.override('outside', {});
