// /admin-topics: the library of topics, with ?archived=true the archived ones, with ?topic=ID one
// topic, and with &item=ID one of its questions, 'new' for one that is not saved yet.
import { useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import type { Topic } from '../../../domain/topics/topic.ts';
import { topicsQuery } from '../../data/tutor.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { AnswerForm, type Drafts } from '../../parts/questions/answer-form.tsx';
import { GivenAnswer } from '../../parts/questions/given-answer.tsx';
import { Feedback } from '../../parts/questions/marks.tsx';
import { ApiError } from '../../transport/failures.ts';
import { startQuery } from '../../transport/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { topicQuery, type PreviewContent } from './data.ts';
import { QuestionEditor } from './question-editor.tsx';
import { NewTopic, TopicList } from './topic-list.tsx';
import { TopicView } from './topic-view.tsx';
import { describeTopic, ITEM_PARAM, NEW_ITEM, TOPIC_PARAM, topicPath } from './topic-words.ts';

const ARCHIVE = `${paths.adminTopics}?archived=true`;

const isArchive = (search: URLSearchParams) => search.get('archived') === 'true';

export function start({ search }: PageAddress): void {
  const id = search.get(TOPIC_PARAM);
  if (id === null) startQuery(topicsQuery(isArchive(search)));
  else startQuery(topicQuery(id));
}

export default function AdminTopics() {
  const [search] = useSearchParams();
  const id = search.get(TOPIC_PARAM);
  return id === null ? (
    <Library archived={isArchive(search)} />
  ) : (
    <OneTopic key={id} id={id} itemId={search.get(ITEM_PARAM)} />
  );
}

function Library({ archived }: { archived: boolean }) {
  return (
    <AdminFrame title={pages[paths.adminTopics].title}>
      <PageHeader
        title={archived ? 'Archived topics' : 'Topics'}
        actions={archived ? undefined : <NewTopic />}
      />
      <Loaded query={useQuery(topicsQuery(archived))} noun="topics" reportsStale>
        {(topics) => <TopicList key={String(archived)} topics={topics} isArchive={archived} />}
      </Loaded>
      <p>
        <TextLink href={archived ? paths.adminTopics : ARCHIVE} className="font-normal">
          {archived ? 'All topics' : 'Archived topics'}
        </TextLink>
      </p>
    </AdminFrame>
  );
}

interface OneTopicProps {
  id: string;
  /** Null for the topic itself. */
  itemId: string | null;
}

function OneTopic({ id, itemId }: OneTopicProps) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [shownId, setShownId] = useState<string | null>(null);
  const query = useQuery(topicQuery(id));
  const topic = query.data;
  const leave = (savedId: string | null) => {
    setShownId(savedId ?? itemId);
    // The topic is the entry before, unless the address was opened by itself.
    if (key === 'default') void navigate(topicPath(id), { replace: true });
    else void navigate(-1);
  };
  const isEditor = itemId !== null;
  const name = topic?.name ?? 'Topic';
  const title = itemId === NEW_ITEM ? 'New question' : isEditor ? 'Edit question' : name;
  return (
    <AdminFrame title={title}>
      <div className="grid grid-cols-1 gap-2">
        {!isEditor && (
          <BackLink href={topic?.archived === true ? ARCHIVE : paths.adminTopics}>
            {topic?.archived === true ? 'Archived topics' : 'All topics'}
          </BackLink>
        )}
        <PageHeader title={title} text={topic && (isEditor ? name : <About topic={topic} />)} />
      </div>
      <Loaded query={query} noun="the topic" explain={({ message }) => message} reportsStale>
        {(loaded) =>
          itemId === null ? (
            <TopicView topic={loaded} shownId={shownId} />
          ) : (
            <Editor key={itemId} topic={loaded} itemId={itemId} onLeave={leave} />
          )
        }
      </Loaded>
    </AdminFrame>
  );
}

function About({ topic }: { topic: Topic }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {describeTopic(topic)}
      {topic.archived && <Badge tone="caution">Archived</Badge>}
    </span>
  );
}

interface EditorProps {
  topic: Topic;
  itemId: string;
  onLeave: (savedId: string | null) => void;
}

function Editor({ topic, itemId, onLeave }: EditorProps) {
  const match = topic.items.find(({ id }) => id === itemId);
  if (itemId !== NEW_ITEM && match?.kind !== 'question')
    return (
      <EmptyState
        title="This question no longer exists"
        action={<LinkButton href={topicPath(topic.id)}>Open the topic</LinkButton>}
      />
    );
  return (
    <QuestionEditor
      topic={topic}
      item={match?.kind === 'question' ? match : null}
      StudentView={StudentView}
      onLeave={onLeave}
    />
  );
}

/**
 * <StudentView>: a question that is not saved, as the room of a lesson shows it, for the tutor's
 * editor. It is a form to try answers, and the hint and the solution, which students get later.
 */
function StudentView({ preview, hintHtml, tried, onTry }: PreviewContent) {
  const { question, solution } = preview;
  const textId = useId();
  const [drafts] = useState<Drafts>(() => new Map());
  const shownHint = question.kind === 'points' ? null : hintHtml;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div id={textId}>
        <Rendered html={question.html} />
      </div>
      <AnswerForm
        key={question.kind}
        question={question}
        drafts={drafts}
        draftId={question.kind}
        submitLabel="Try this answer"
        describedBy={textId}
        onAnswer={onTry ?? rejectIncomplete}
      />
      <output>
        {tried !== null &&
          (tried.marking.result === null ? (
            'Then the student compares the answer with the points below.'
          ) : (
            <Feedback
              attempt={{ ...unsaved, ...tried.marking, answer: tried.answer }}
              hintHtml={shownHint}
              triesLeft={tried.marking.result === 'right' ? 0 : 1}
            />
          ))}
      </output>
      {hintHtml !== null && (
        <div className="border-t border-line pt-4">
          <h3 className="label-mark">Hint, after a first try</h3>
          <Rendered html={hintHtml} />
        </div>
      )}
      {onTry !== null && (
        <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
          <h3 className="label-mark">Solution, once the answer is final</h3>
          {solution.points !== undefined && (
            <ul className="grid list-disc gap-1 pl-6">
              {solution.points.map(({ id, html }) => (
                <li key={id}>
                  <Rendered html={html} />
                </li>
              ))}
            </ul>
          )}
          <GivenAnswer question={question} answer={null} solution={solution} />
        </div>
      )}
    </div>
  );
}

/** What an attempt has besides its marking. */
const unsaved = {
  id: '',
  Item_ID: '',
  mode: 'room',
  round: null,
  try: 1,
  given_at: '',
} as const;

function rejectIncomplete(): Promise<never> {
  return Promise.reject(
    new ApiError('Complete the question first, then try an answer.', { status: 400 }),
  );
}
