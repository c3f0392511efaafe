import { Route, Switch } from 'wouter';
import { PartTexts } from '../shared/PartTexts.tsx';
import { lazy, Suspense } from '../shared/prompt.tsx';
import { Course } from './Course.tsx';
import { LessonPage } from './LessonPage.tsx';

const Write = lazy(() => import('../write/Write.tsx').then((module) => ({ default: module.Write })));
const OwnLesson = lazy(() =>
  import('../write/OwnLesson.tsx').then((module) => ({ default: module.OwnLesson })),
);

/** The course and its lessons, and lessons of a teacher's own. */
export function Learn() {
  return (
    <PartTexts part="learn">
      <Switch>
        <Route path="/learn/write">
          <Suspense>
            <Write />
          </Suspense>
        </Route>
        <Route path="/learn/own">
          <Suspense>
            <OwnLesson />
          </Suspense>
        </Route>
        <Route path="/learn/:id">{({ id }) => <LessonPage id={id} />}</Route>
        <Route>
          <Course />
        </Route>
      </Switch>
    </PartTexts>
  );
}
