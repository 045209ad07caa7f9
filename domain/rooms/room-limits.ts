// Numbers of topics, rooms and practice. They are apart from limits.ts because few pages load them.

/** The parts of a question. */
export const QUESTION = {
  choices: { min: 2, max: 6 },
  points: { min: 1, max: 6 },
  known: { max: 6 },
  figures: { min: 1, max: 6 },
  tolerancePercent: { default: 1, max: 20 },
  misconception: { max: 100 },
} as const;
export const MAX_TOPIC_ITEMS = 40;
export const VIDEO_MINUTES = { min: 1, max: 180 } as const;
/** How often a student may answer a question before it counts as done. */
export const TRIES = { choice: 2, number: 2, points: 1 } as const;
/** From how long before a lesson's start until how long after it questions are asked live. */
export const ROOM_MINUTES = { before: 15, after: 75 } as const;
/** How long students count as in the room after their last stream has ended. */
export const PRESENCE_MINUTES = 1;
/** Up to this many students are named to the tutor for help: they missed this many questions. */
export const HELP = { students: 5, minMissed: 2 } as const;
/** How long after a lesson its slides are announced, if they are added late. */
export const SLIDES_DAYS = 7;
/** After how many days a question in each box of the practice is due again. */
export const PRACTICE_BOX_DAYS = [1, 3, 7, 14, 28] as const;
export const MAX_PRACTICE_DUE = 20;
