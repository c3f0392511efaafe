import type { ReactNode } from 'react';
import type { ThemeName } from '../../lib/palette.ts';
import type { Player, RunLayout, Side } from '../../model/playback/player.ts';
import type { Picked } from '../../stage/regions.ts';
import type { Followed } from '../follow/follow-state.ts';
import type { SceneOptions } from './use-scene.ts';

/** One side of the comparison, in the page's words. */
export interface SideInfo {
  readonly id: Side;
  /** Name of the client. */
  readonly title: string;
  /** One line on it. */
  readonly subtitle: string;
  readonly layout: RunLayout;
}

/** What one side of the stage is drawn from. */
export interface StageSideProps {
  readonly player: Player;
  readonly info: SideInfo;
  readonly theme: ThemeName;
  readonly reducedMotion: boolean;
  readonly isAlone: boolean;
  readonly pinned: number;
  readonly onPin: (followed: Followed | undefined) => void;
  /** Takes what is pressed instead, while things are explained. */
  readonly onExplain?: ((picked: Picked) => void) | undefined;
  /** What is explained of this side. */
  readonly explained?: Picked | undefined;
  readonly arrange?: SceneOptions['arrange'];
  /** Instead of the canvas: the side looked at in another way. */
  readonly children?: ReactNode;
}
