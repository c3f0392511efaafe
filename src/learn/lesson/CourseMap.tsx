import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Icon } from '../../ui/Icon.tsx';
import { useStore } from '../../ui/use-store.ts';
import { LESSONS, MODULES } from '../lessons/course.ts';
import { stateOf } from '../lessons/progress.ts';
import styles from './CourseMap.module.css';
import { learnProgress } from './learn-state.ts';
import { useLessonTitle } from './lesson-words.ts';

/** Height of a row of the map, and of the names of the parts above it, rem. */
const ROW = 3.1;
const HEAD = 2.2;

interface Place {
  readonly column: number;
  readonly row: number;
}

/**
 * The places: a column for each part of the course, in order from top to bottom, and a lesson about as high as
 * those of other parts that it builds on.
 */
const PLACES: ReadonlyMap<string, Place> = (() => {
  const places = new Map<string, Place>();
  const next = MODULES.map(() => 0);
  for (const { id, module, needs } of LESSONS) {
    const column = MODULES.indexOf(module);
    const rows = needs.flatMap((need) => {
      const place = places.get(need);
      return place && place.column !== column ? [place.row] : [];
    });
    const level = rows.length > 0 ? Math.round(rows.reduce((sum, row) => sum + row, 0) / rows.length) : 0;
    const row = Math.max(next[column] ?? 0, level);
    next[column] = row + 1;
    places.set(id, { column, row });
  }
  return places;
})();

const ROWS = Math.max(...[...PLACES.values()].map(({ row }) => row)) + 1;

/** Centre of a lesson's circle. The drawing is as wide as the columns together, 100 units each. */
const centre = ({ column, row }: Place): readonly [number, number] => [
  column * 100,
  (HEAD + (row + 0.5) * ROW) * 10,
];

/** Detour of a line around the lessons between its ends: to the left within a column, else upwards. */
const DETOUR = { x: -12, y: -20 };

/** A line from a lesson to one that builds on it. */
function lineOf(from: Place, to: Place): string {
  const [x0, y0] = centre(from);
  const [x1, y1] = centre(to);
  if (x0 === x1) {
    const bend = to.row - from.row > 1 ? DETOUR.x : 0;
    return `M${x0} ${y0} C${x0 + bend} ${y0 + 8} ${x1 + bend} ${y1 - 8} ${x1} ${y1}`;
  }
  const bend = to.column - from.column > 1 ? DETOUR.y : 0;
  const third = (x1 - x0) / 3;
  return `M${x0} ${y0} C${x0 + third} ${y0 + bend} ${x1 - third} ${y1 + bend} ${x1} ${y1}`;
}

/** The course as a map: its parts as columns, and which lesson builds on which. */
export function CourseMap({ next }: { readonly next: string | undefined }) {
  const t = useTranslations('learn.course');
  const title = useLessonTitle();
  const progress = useStore(learnProgress, ({ lessons }) => lessons);
  return (
    <nav className={styles.map} aria-label={t('map')} style={{ blockSize: `${HEAD + ROWS * ROW}rem` }}>
      <svg
        className={styles.lines}
        viewBox={`0 0 ${MODULES.length * 100} ${(HEAD + ROWS * ROW) * 10}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {LESSONS.flatMap((lesson) =>
          lesson.needs.map((need) => {
            const [from, to] = [PLACES.get(need), PLACES.get(lesson.id)];
            return (
              from &&
              to && (
                <path
                  key={`${need} ${lesson.id}`}
                  d={lineOf(from, to)}
                  data-done={stateOf(progress[need]) === 'done'}
                />
              )
            );
          }),
        )}
      </svg>
      {MODULES.map((module, column) => (
        <div key={module} className={styles.column} style={{ insetInlineStart: `${column * 20}%` }}>
          <p style={{ blockSize: `${HEAD}rem` }}>{t(`module.${module as 'request'}`)}</p>
          <ol>
            {LESSONS.filter((lesson) => lesson.module === module).map(({ id, number }) => (
              <li
                key={id}
                style={{
                  insetBlockStart: `${HEAD + (PLACES.get(id)?.row ?? 0) * ROW}rem`,
                  blockSize: `${ROW}rem`,
                }}
              >
                <Link
                  href={`/learn/${id}`}
                  data-state={stateOf(progress[id])}
                  data-next={id === next ? '' : undefined}
                >
                  <span className={styles.number}>
                    {stateOf(progress[id]) === 'done' ? <Icon name="check" /> : number}
                  </span>
                  <span className={styles.title}>{title(id)}</span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </nav>
  );
}
