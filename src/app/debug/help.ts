/** What there is in the console. */
export const HELP = `lab.scenario('a')   canonical scenario of a side, as the engine runs it
lab.summary('a')    summary of its last complete run, undefined while it is counted
lab.seed            seed of side A
lab.link            address of what is on screen (a promise)
lab.player          the player: timeNs, playhead, play(), pause(), seek(ns), step(1), setSpeed(ns)
lab.status          loading, opening, ready or failed`;
