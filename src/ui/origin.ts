import { createContext } from 'react';
import type { Provenance } from '../charts/export.ts';

/** Where the numbers of a part of the page come from, when they are not of the runs in the Lab. */
export type Origin = (title: string, caption: string) => Promise<Provenance>;

export const OriginContext = createContext<Origin | undefined>(undefined);
