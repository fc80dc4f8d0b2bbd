/**
 * This node knows of no user that is its own: its leases were not renewed in time, or it has none yet. What it was to read or to store for
 * its users waits until it has leases again; skipped, it would be lost without a word.
 */
export class LeasesLapsed extends Error {
  /** `everHeld`: whether it has had leases before. */
  constructor(readonly everHeld: boolean) {
    super('this node holds no lease at the moment')
    this.name = 'LeasesLapsed'
  }
}
