/** What faults may do to orders. Called once per order or match. */
export interface ExchangeFaults {
  /** Whether an order is traded whole, at once and at the best price. */
  instant(clientCode: string): boolean
  /** Why an order is rejected that nothing else speaks against; null: it is not. */
  rejection(clientCode: string): string | null
  /** Why a change is refused that nothing else speaks against; null: it is not. */
  changeRefusal(clientCode: string): string | null
  /** Why an order that was changed so often is not changed again; null: it is. */
  changeCap(clientCode: string, changes: number): string | null
  /** What share of a match is traded; null: all of it. */
  partialShare(clientCode: string): number | null
  /** After how much market time a stop order that waits for its trigger is gone from all books; null: it is not. */
  vanishAfter(clientCode: string): number | null
}
