import { LIMITS } from '../../schema/limits.ts'
import { PriceStore } from '../lib/PriceStore.ts'
import { client } from './client.ts'
import { PricesDocument } from './generated/graphql.ts'

/** The last prices of everything on screen, fed by one `prices` subscription. */
export const livePrices = new PriceStore((symbols, onPrices) => {
  const delivery = client
    .subscribe({
      query: PricesDocument,
      variables: { symbols: symbols.slice(0, LIMITS.priceSymbols.max) },
      fetchPolicy: 'no-cache',
    })
    .subscribe({
      next: ({ data, error }) => {
        if (error) console.error('Live prices were refused', error)
        if (data) onPrices(data.prices.map(({ symbol, price, time }) => ({ symbol, price, at: Date.parse(time) })))
      },
      error: (error: unknown) => console.error('Live prices ended', error),
    })
  return () => delivery.unsubscribe()
})
