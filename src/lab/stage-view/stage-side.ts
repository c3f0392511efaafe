import type { ReactNode } from 'react';
import type { ThemeName } from '../../lib/palette.ts';
import type { Player, RunLayout, Side } from '../../model/playback/player.ts';
import type { Picked } from '../../stage/regions.ts';
import type { Followed } from '../follow/follow-state.ts';
import type { SceneOptions } from './use-scene.ts';

/** Texts of one side of the comparison. */
export interface SideInfo {
  readonly id: Side;
  /** Name of the client. */
  readonly title: string;
  /** One line of description. */
  readonly subtitle: string;
  readonly layout: RunLayout;
}

/** The input of one side of the stage. */
export interface StageSideProps {
  readonly player: Player;
  readonly info: SideInfo;
  readonly theme: ThemeName;
  readonly reducedMotion: boolean;
  readonly isAlone: boolean;
  readonly pinned: number;
  readonly onPin: (followed: Followed | undefined) => void;
  /** Receives a press instead, while explanations are on. */
  readonly onExplain?: ((picked: Picked) => void) | undefined;
  /** The explained part of this side. */
  readonly explained?: Picked | undefined;
  readonly arrange?: SceneOptions['arrange'];
  /** Another view of the side, instead of the canvas. */
  readonly children?: ReactNode;
}
