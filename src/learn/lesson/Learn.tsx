import { useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { lazy, lazyParts, Suspense } from '../../ui/prompt.tsx';
import { voteNamed } from '../lessons/votes.ts';
import { voteHash } from '../teach/class-vote.ts';
import { Course } from './Course.tsx';
import { LessonPage } from './LessonPage.tsx';

const writing = lazyParts(() => import('../write/pages.ts'));
const Write = writing('Write');
const OwnLesson = writing('OwnLesson');
const MyClass = lazy(() => import('../class/MyClass.tsx').then((module) => ({ default: module.MyClass })));
const PracticePage = lazy(() =>
  import('../practice/PracticePage.tsx').then((module) => ({ default: module.PracticePage })),
);
const SeatPage = lazy(() => import('../drive/SeatPage.tsx').then((module) => ({ default: module.SeatPage })));
const incidents = lazyParts(() => import('../incidents/page/pages.ts'));
const IncidentList = incidents('IncidentList');
const IncidentPage = incidents('IncidentPage');

/** Redirects from the short address of a vote to its lesson. */
function ToVote({ name }: { readonly name: string }) {
  useEffect(() => {
    const hash = voteHash(name);
    if (hash !== undefined) location.replace(hash);
  }, [name]);
  return null;
}

/** The course and its lessons, and custom lessons. */
export function Learn() {
  return (
    <Switch>
      <Route path="/learn/write">
        <Suspense>
          <Write />
        </Suspense>
      </Route>
      <Route path="/learn/class">
        <Suspense>
          <MyClass />
        </Suspense>
      </Route>
      <Route path="/learn/practice/:id?">
        {({ id }) => (
          <Suspense>
            <PracticePage key={id} id={id} />
          </Suspense>
        )}
      </Route>
      <Route path="/learn/drive/:code?">
        {({ code }) => (
          <Suspense>
            <SeatPage key={code} code={code ?? ''} />
          </Suspense>
        )}
      </Route>
      <Route path="/learn/own">
        <Suspense>
          <OwnLesson />
        </Suspense>
      </Route>
      <Route path="/learn/incidents/:id?">
        {({ id }) => <Suspense>{id === undefined ? <IncidentList /> : <IncidentPage id={id} />}</Suspense>}
      </Route>
      <Route path="/learn/:id">
        {({ id }) => (voteNamed(id) ? <ToVote name={id} /> : <LessonPage id={id} />)}
      </Route>
      <Route>
        <Course />
      </Route>
    </Switch>
  );
}
