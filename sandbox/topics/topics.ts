// The sample topics of the library: two physics courses for students of 15 to 18.
import { changesInEnergy } from './changes-in-energy.ts';
import { circularMotion } from './circular-motion.ts';
import { halfLife } from './half-life.ts';
import { interference } from './interference.ts';
import { internalResistance } from './internal-resistance.ts';
import { newtonsSecondLaw } from './newtons-second-law.ts';
import { photoelectricEffect } from './photoelectric-effect.ts';
import { propertiesOfWaves } from './properties-of-waves.ts';
import { resistance } from './resistance.ts';
import type { SampleTopic } from './sample-topic.ts';
import { specificHeatCapacity } from './specific-heat-capacity.ts';
import { straightLineMotion } from './straight-line-motion.ts';
import { youngModulus } from './young-modulus.ts';

export const SAMPLE_TOPICS: readonly SampleTopic[] = [
  changesInEnergy,
  specificHeatCapacity,
  resistance,
  halfLife,
  newtonsSecondLaw,
  propertiesOfWaves,
  photoelectricEffect,
  interference,
  straightLineMotion,
  youngModulus,
  internalResistance,
  circularMotion,
];
