import { useEffect, useState } from 'react';
import { StagePicture } from '../../lab/picture/StagePicture.tsx';
import { loadLesson } from '../lessons/library.ts';
import { scenariosOfStage } from '../lessons/runs.ts';

/** The system of a lesson as a still of the stage. */
export function LessonPicture({ id }: { readonly id: string }) {
  const [scenarios, setScenarios] = useState<readonly unknown[]>();
  useEffect(() => {
    let isWanted = true;
    void loadLesson(id).then((lesson) => {
      if (isWanted) setScenarios(scenariosOfStage(lesson));
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  return scenarios ? <StagePicture scenarios={scenarios} /> : null;
}
