import { useMarket } from './useMarket.ts'

/** What live orders are paid with, in words. A sandbox moves no money; before the market is known the money counts as real. */
export function useLiveMoney(): string {
  return useMarket()?.clock.kind === 'sandbox' ? 'sandbox exchange: no real money' : 'real money'
}
