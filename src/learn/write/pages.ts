/** The pages of own lessons, which load together. */
export { OwnLesson } from './OwnLesson.tsx';
export { Write } from './Write.tsx';
