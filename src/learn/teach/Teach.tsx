import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { Handout } from './Handout.tsx';
import { Notes } from './Notes.tsx';
import { Plan } from './Plan.tsx';
import { Presenter } from './Presenter.tsx';
import { Shown } from './Shown.tsx';

/** A lesson for the projector, beside it, or on paper. */
function contentOf(id: string, window: string | undefined): ReactNode {
  if (window === 'notes') return <Notes id={id} />;
  if (window === 'handout' || window === 'key') return <Handout id={id} isKey={window === 'key'} />;
  return <Presenter id={id} />;
}

/** What a teacher needs: the plan of a lesson period, lessons for a projector, notes beside them. */
export function Teach() {
  return (
    <Switch>
      <Route path="/teach/:id/:window?">
        {({ id, window }) => (
          <Shown key={`${id} ${window}`} id={id}>
            {contentOf(id, window)}
          </Shown>
        )}
      </Route>
      <Route>
        <Plan />
      </Route>
    </Switch>
  );
}
