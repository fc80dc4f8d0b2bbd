/** Fixed numbers of the agent's model. A change makes a new version, whose record starts empty and whose bar is twice as high (gate.ts). */
export const MODEL_VERSION = 1

/** Candles in the window that is compared: least and most. */
export const SHORTEST_LOOKBACK = 20
export const LONGEST_LOOKBACK = 200
/** Minutes that a trade lasts at most, and over which analogues are followed. */
export const HORIZON = 30
/** Analogues of a verdict; with fewer than the second there is none. */
export const ANALOGUES = 50
export const FEWEST_ANALOGUES = 30
/** Exits, in standard deviations of the index over the horizon. */
export const TARGET_DEVIATIONS = 2.5
export const STOP_DEVIATIONS = 1.5
/** Standard errors between the analogues' mean net result and the lower end of its interval: 99%. */
export const LOCK_ERRORS = 2.58
/** Standard errors above zero at which the mean is worth an exploratory trade on paper: about one a day where there is nothing to find. */
export const EXPLORATORY_ERRORS = 1.9
/** Scans whose median similarity a verdict's analogues must reach, and the fewest that give a median. */
export const SIMILARITY_SCANS = 1_500
export const FEWEST_SIMILARITY_SCANS = 100
/** Finished sessions before the first verdict. */
export const WARM_UP_SESSIONS = 60

/** Lookbacks whose record is kept on every index, and minutes between their scans. */
export const GRID_LOOKBACKS = [20, 30, 50, 75, 100, 150, 200] as const
export const GRID_MINUTES = 5

/** Minutes of an index's longest session, and minutes at its end without open trades of the agent. */
export const SESSION_MINUTES = 375
export const CLOSING_MINUTES = 10

/** Sessions nearer to each other than this many minutes are one moment: analogues must lie further apart. */
export function thinningGap(lookback: number): number {
  return Math.max(HORIZON, Math.ceil(lookback / 2))
}

/** The grid's lookbacks whose record speaks for a lookback: itself, or its neighbours on both sides. */
export function gridNeighbours(lookback: number): readonly number[] {
  const below = GRID_LOOKBACKS.findLast((grid) => grid <= lookback)
  const above = GRID_LOOKBACKS.find((grid) => grid >= lookback)
  return [...new Set([below, above])].filter((grid) => grid !== undefined)
}
