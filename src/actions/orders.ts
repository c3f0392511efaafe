/**
 * What a reader tells the player that is about to be replaced. Its workers already simulate the next pair, so it gets no more
 * records and cannot go anywhere: whoever turns a knob and seeks at once means the pair that is coming.
 */
import type { Cause, Player } from '../playback/player.ts';

type Order = (player: Player) => void;

/** What a player has just been told, as an order to another; undefined: nothing that a reader says. */
function orderIn({ playhead, timeNs }: Player): Order | undefined {
  const toNs = playhead.seekingNs ?? timeNs;
  const orders: Partial<Record<Cause, Order>> = {
    play: (next) => next.play(),
    pause: (next) => next.pause(),
    seek: (next) => next.seek(toNs),
    step: (next) => {
      next.pause();
      next.seek(toNs);
    },
    speed: (next) => next.setSpeed(playhead.speed),
  };
  return orders[playhead.cause];
}

export interface Orders {
  /** Gives `next` what was said until now, and from now on at once what is said. */
  passTo(next: Player): void;
  /** Listens no longer. */
  end(): void;
}

/** Keeps from now on what the reader tells `old`. */
export function ordersTo(old: Player | undefined): Orders {
  const waiting: Order[] = [];
  let heir: Player | undefined;
  const end = old?.subscribe(() => {
    const order = orderIn(old);
    if (!order) return;
    if (heir) order(heir);
    else waiting.push(order);
  });
  return {
    passTo(next) {
      heir = next;
      for (const order of waiting) order(next);
    },
    end: () => end?.(),
  };
}
