export const PLANTED_PATTERNS = ['w', 'flag', 'shoulders'] as const
/** A shape that a sandbox can plant into the prices it draws, for the research agent to find. */
export type PlantedShape = (typeof PLANTED_PATTERNS)[number]

const PREFIX = 'sandbox-seed-'
const PLANTED = '-pattern-'

/** The id of the market that a sandbox draws from a seed, with a pattern in it or none. */
export function drawnMarketId(seed: number, pattern: PlantedShape | null): string {
  return `${PREFIX}${seed}${pattern === null ? '' : `${PLANTED}${pattern}`}`
}

/** Whether the prices of a market are drawn by a sandbox. */
export const isDrawn = (marketId: string): boolean => marketId.startsWith(PREFIX)

/** What is planted into a market's prices; null: nothing. */
export function plantedIn(marketId: string): PlantedShape | null {
  return (isDrawn(marketId) && PLANTED_PATTERNS.find((shape) => marketId.endsWith(`${PLANTED}${shape}`))) || null
}
