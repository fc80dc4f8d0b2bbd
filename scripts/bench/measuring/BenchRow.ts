/** One line of the comparison, measured in one run. */
export interface BenchRow {
  readonly what: string
  /** What ours took or did, with its unit. */
  readonly ours: string
  /** Who was measured beside it, and what that took or did; empty where there is nobody. */
  readonly peer: string
  /** How many times better ours is than the peer; empty where there is nobody. */
  readonly ratio: string
  /** What was to be reached. */
  readonly wanted: string
  readonly reached: boolean
}
