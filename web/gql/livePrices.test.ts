import { describe, expect, it, vi } from 'vitest'

const { open } = vi.hoisted(() => ({ open: new Map<readonly string[], { next(result: object): void }>() }))
vi.mock('./client.ts', () => ({
  client: {
    subscribe: ({ variables }: { readonly variables: { readonly symbols: readonly string[] } }) => ({
      subscribe: (observer: { next(result: object): void }) => {
        open.set(variables.symbols, observer)
        return { unsubscribe: () => open.delete(variables.symbols) }
      },
    }),
  },
}))

// Another file of this worker may have loaded it with its own client.
vi.resetModules()
const { livePrices } = await import('./livePrices.ts')

const named = (count: number) => Array.from({ length: count }, (_, i) => `NIFTY01DEC26${20_000 + i * 50}CE`)
const asked = () => [...open.keys()].map((symbols) => symbols.length)

describe('livePrices', () => {
  it('asks for a hundred open trades and four indices at once, and for more than fit into one subscription in several; none is left out', async () => {
    const stop = livePrices.subscribe([...named(100), 'NIFTY', 'BANKNIFTY', 'SENSEX', 'MIDCPNIFTY'], () => undefined)
    await Promise.resolve()
    expect(asked()).toEqual([104])
    stop()
    const symbols = named(250)
    const stopAll = livePrices.subscribe(symbols, () => undefined)
    await Promise.resolve()
    expect(asked()).toEqual([120, 120, 10])
    for (const [share, { next }] of open)
      next({ data: { prices: share.map((symbol) => ({ symbol, price: 100, time: '2026-11-20T06:30:00Z' })) } })
    await vi.waitFor(() => expect(symbols.filter((symbol) => livePrices.get(symbol)?.price !== 100)).toEqual([]))
    stopAll()
    await Promise.resolve()
    expect(asked()).toEqual([])
  })
})
