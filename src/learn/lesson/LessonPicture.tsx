import { useEffect, useState } from 'react';
import { StagePicture, type StagePictureProps } from '../../lab/picture/StagePicture.tsx';
import { loadLesson } from '../lessons/library.ts';
import { scenariosOfStage } from '../lessons/runs.ts';

export interface LessonPictureProps extends Pick<StagePictureProps, 'theme'> {
  readonly id: string;
}

/** The system of a lesson as a still of the stage. */
export function LessonPicture({ id, ...picture }: LessonPictureProps) {
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
  return scenarios ? <StagePicture scenarios={scenarios} {...picture} /> : null;
}
