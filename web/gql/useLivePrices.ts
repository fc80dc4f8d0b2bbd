import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { LIMITS } from '../../schema/limits.ts'
import { PriceStore } from '../lib/PriceStore.ts'
import { PricesDocument } from './generated/graphql.ts'

const stores = new WeakMap<ApolloClient, PriceStore>()

/**
 * The last prices of everything on screen, one store per client: fed by a `prices` subscription, or by several above its limit of symbols.
 */
export function useLivePrices(): PriceStore {
  return livePricesOf(useApolloClient())
}

/** As `useLivePrices`, outside of components, with a client. */
export function livePricesOf(client: ApolloClient): PriceStore {
  const known = stores.get(client)
  if (known) return known
  const store = storeFedBy(client)
  stores.set(client, store)
  return store
}

function storeFedBy(client: ApolloClient): PriceStore {
  return new PriceStore((symbols, onPrices) => {
    const deliveries = shares(symbols).map((share) =>
      client.subscribe({ query: PricesDocument, variables: { symbols: share }, fetchPolicy: 'no-cache' }).subscribe({
        next: ({ data, error }) => {
          if (error) console.error('Live prices were refused', error)
          if (data) onPrices(data.prices.map(({ symbol, price, time }) => ({ symbol, price, at: Date.parse(time) })))
        },
        error: (error: unknown) => console.error('Live prices ended', error),
      }),
    )
    return () => {
      for (const delivery of deliveries) delivery.unsubscribe()
    }
  })
}

/** All of the symbols, as many at a time as one subscription takes. */
function shares(symbols: readonly string[]): string[][] {
  const { max } = LIMITS.priceSymbols
  return Array.from({ length: Math.ceil(symbols.length / max) }, (_, i) => symbols.slice(i * max, (i + 1) * max))
}
