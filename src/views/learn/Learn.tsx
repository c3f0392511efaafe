import { Route, Switch } from 'wouter';
import { PartTexts } from '../shared/PartTexts.tsx';
import { Course } from './Course.tsx';
import { LessonPage } from './LessonPage.tsx';

/** The course and its lessons. */
export function Learn() {
  return (
    <PartTexts part="learn">
      <Switch>
        <Route path="/learn/:id">{({ id }) => <LessonPage id={id} />}</Route>
        <Route>
          <Course />
        </Route>
      </Switch>
    </PartTexts>
  );
}
