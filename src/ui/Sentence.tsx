import type { Problem } from '../model/scenario/problem.ts';
import { useWords } from './texts.tsx';

/** What is wrong, why, and what to do. */
export const Sentence = ({ problem }: { readonly problem: Problem }) => useWords().sentence(problem);
