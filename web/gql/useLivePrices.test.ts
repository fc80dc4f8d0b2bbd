import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { expect, it, vi } from 'vitest'
import { livePricesOf } from './useLivePrices.ts'

it('asks for a hundred open trades and four indices at once, and for more than fit into one subscription in several; none is left out', async () => {
  const open = new Map<readonly string[], (result: ApolloLink.Result) => void>()
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        const symbols = variables['symbols'] as readonly string[]
        open.set(symbols, (result) => observer.next(result))
        return () => open.delete(symbols)
      }),
  )
  const livePrices = livePricesOf(new ApolloClient({ cache: new InMemoryCache(), link }))
  const named = (count: number) => Array.from({ length: count }, (_, i) => `NIFTY01DEC26${20_000 + i * 50}CE`)
  const asked = () => [...open.keys()].map((symbols) => symbols.length)

  const stop = livePrices.subscribe([...named(100), 'NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'], () => undefined)
  await Promise.resolve()
  expect(asked()).toEqual([104])
  stop()
  const symbols = named(250)
  const stopAll = livePrices.subscribe(symbols, () => undefined)
  await Promise.resolve()
  expect(asked()).toEqual([120, 120, 10])
  for (const [share, deliver] of open)
    deliver({ data: { prices: share.map((symbol) => ({ symbol, price: 100, time: '2026-11-20T06:30:00Z' })) } })
  await vi.waitFor(() => expect(symbols.filter((symbol) => livePrices.get(symbol)?.price !== 100)).toEqual([]))
  stopAll()
  await vi.waitFor(() => expect(asked()).toEqual([]))
})
