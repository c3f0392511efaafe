import { Route, Switch } from 'wouter';
import { PartTexts } from '../shared/PartTexts.tsx';
import { Notes } from './Notes.tsx';
import { Plan } from './Plan.tsx';
import { Presenter } from './Presenter.tsx';
import { Shown } from './Shown.tsx';

/** What a teacher needs: the plan of a lesson period, lessons for a projector, notes beside them. */
export function Teach() {
  return (
    <PartTexts part="learn">
      <PartTexts part="teach">
        <Switch>
          <Route path="/teach/:id/notes">
            {({ id }) => (
              <Shown key={id} id={id}>
                <Notes id={id} />
              </Shown>
            )}
          </Route>
          <Route path="/teach/:id">
            {({ id }) => (
              <Shown key={id} id={id}>
                <Presenter id={id} />
              </Shown>
            )}
          </Route>
          <Route>
            <Plan />
          </Route>
        </Switch>
      </PartTexts>
    </PartTexts>
  );
}
