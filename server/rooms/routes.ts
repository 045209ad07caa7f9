// HTTP routes of the room of a lesson.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { chooseStudentOf, giveAttempt, readRoomEntryOf, tickItem, tickPoints } from './commands.ts';
import { answerAsked, askQuestion, changeAsked } from './live/ask.ts';
import { practise, readPractice, readPracticeTopic } from './practice/practice.ts';
import { readRoom } from './queries.ts';
import { readTutorRoom } from './tutor-room.ts';

/** Returns who is in a room. */
type PresentIn = (lessonId: string) => ReadonlySet<string>;

export function mountRoomRoutes(api: Api, presentIn: PresentIn): void {
  mountFamilyRoom(api);
  mountTutorRoom(api, presentIn);
  mountPractice(api);
}

function mountFamilyRoom(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.getRoom, async ({ context, params, query }) => {
    const where = { lessonId: params.id, studentId: query.Student_ID };
    return { room: await readRoom(db, await readRoomEntryOf(context, db, where)) };
  });
  mount(api, endpoints.tickItem, async ({ context, params: { id, itemId }, body }) => ({
    item: await tickItem(context, { lessonId: id, itemId, studentId: body.Student_ID }, body.done),
  }));
  mount(api, endpoints.giveAttempt, ({ context, params, body, requestKey }) =>
    giveAttempt(
      context,
      { lessonId: params.id, studentId: body.Student_ID },
      { itemId: body.Item_ID, answer: body.answer },
      requestKey,
    ),
  );
  mount(api, endpoints.tickPoints, async ({ context, params, body }) => ({
    attempt: await tickPoints(context, params.id, body.points),
  }));
  mount(api, endpoints.answerAsked, async ({ context, params, body, requestKey }) => ({
    attempt: await answerAsked(
      context,
      { lessonId: params.id, studentId: body.Student_ID },
      { askedId: body.Asked_ID, round: body.round, answer: body.answer },
      requestKey,
    ),
  }));
}

function mountTutorRoom(api: Api, presentIn: PresentIn): void {
  const { db } = api.database;
  mount(api, endpoints.getTutorRoom, async ({ context: { now }, params }) => ({
    room: await readTutorRoom(db, params.id, { now, present: presentIn(params.id) }),
  }));
  mount(api, endpoints.askQuestion, async ({ context, params, body }) => ({
    asked: await askQuestion(
      context,
      { lessonId: params.id, itemId: body.Item_ID },
      presentIn(params.id),
    ),
  }));
  mount(api, endpoints.changeAsked, async ({ context, params, body }) => ({
    asked: await changeAsked(
      context,
      { lessonId: params.id, askedId: params.askedId },
      body.state,
      presentIn(params.id),
    ),
  }));
}

function mountPractice(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.getPractice, async ({ context, query }) => {
    const studentId = await chooseStudentOf(context.actor, db, query.Student_ID);
    const { familyId } = context.actor;
    const learner = { studentId, familyId };
    return { practice: await readPractice(db, learner, query.Item_ID, context.now) };
  });
  mount(api, endpoints.getPracticeTopic, async ({ context: { actor, now }, params, query }) => {
    const studentId = await chooseStudentOf(actor, db, query.Student_ID);
    return readPracticeTopic(db, { studentId, familyId: actor.familyId }, params.id, now);
  });
  mount(api, endpoints.practise, ({ context, body, requestKey }) =>
    practise(
      context,
      { studentId: body.Student_ID, itemId: body.Item_ID, answer: body.answer },
      requestKey,
    ),
  );
}
