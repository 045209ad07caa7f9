// HTTP of the tutor's library of topics.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import * as commands from './commands.ts';
import * as items from './items.ts';
import { previewQuestion } from './preview.ts';
import { listTopics, readTopic } from './queries.ts';

export function mountTopicRoutes(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.listTopics, async ({ query: { archived } }) => ({
    topics: await listTopics(db, archived === 'true'),
  }));
  mount(api, endpoints.createTopic, async ({ context, body, requestKey }) => ({
    topic: await commands.createTopic(context, body, requestKey),
  }));
  mount(api, endpoints.getTopic, async ({ params }) => ({ topic: await readTopic(db, params.id) }));
  mount(api, endpoints.updateTopic, async ({ context, params, body }) => ({
    topic: await commands.updateTopic(context, params.id, body),
  }));
  mount(api, endpoints.duplicateTopic, async ({ context, params, requestKey }) => ({
    topic: await commands.duplicateTopic(context, params.id, requestKey),
  }));
  mount(api, endpoints.deleteTopic, async ({ context, params }) => {
    await commands.deleteTopic(context, params.id);
    return {};
  });
  mount(api, endpoints.createItem, async ({ context, params, body, requestKey }) => ({
    item: await items.createItem(context, params.id, body, requestKey),
  }));
  mount(api, endpoints.updateItem, async ({ context, params: { id, itemId }, body }) => ({
    item: await items.updateItem(context, { topicId: id, itemId }, body),
  }));
  mount(api, endpoints.deleteItem, async ({ context, params: { id, itemId } }) => ({
    item: await items.deleteItem(context, { topicId: id, itemId }),
  }));
  mount(api, endpoints.orderItems, async ({ context, params, body }) => ({
    topic: await items.orderItems(context, params.id, body.Item_IDs),
  }));
  mount(api, endpoints.previewQuestion, async ({ body }) => previewQuestion(body));
}
