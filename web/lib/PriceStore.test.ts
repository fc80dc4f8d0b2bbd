import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PriceStore, type PriceUpdate } from './PriceStore.ts'

interface Delivery {
  readonly symbols: readonly string[]
  readonly deliver: (updates: readonly PriceUpdate[]) => void
  readonly close: () => void
}

function openStore() {
  const deliveries: Delivery[] = []
  const store = new PriceStore((symbols, deliver) => {
    const close = vi.fn()
    deliveries.push({ symbols, deliver, close })
    return close
  })
  return { store, deliveries }
}

describe('PriceStore', () => {
  let frames: FrameRequestCallback[] = []
  const paint = () => frames.splice(0).forEach((callback) => callback(0))

  beforeEach(() => {
    frames = []
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  })
  afterEach(() => vi.unstubAllGlobals())

  it('opens one delivery for all symbols that listeners of one moment want', async () => {
    const { store, deliveries } = openStore()
    store.subscribe(['NIFTY'], vi.fn())
    store.subscribe(['SENSEX', 'NIFTY'], vi.fn())
    await Promise.resolve()
    expect(deliveries.map((delivery) => delivery.symbols)).toEqual([['NIFTY', 'SENSEX']])
  })

  it('paints the last of many prices once per frame, and only to those who listen to the symbol', async () => {
    const { store, deliveries } = openStore()
    const nifty = vi.fn()
    const sensex = vi.fn()
    store.subscribe(['NIFTY'], nifty)
    store.subscribe(['SENSEX'], sensex)
    await Promise.resolve()
    deliveries[0]!.deliver([{ symbol: 'NIFTY', price: 100, at: 1 }])
    deliveries[0]!.deliver([{ symbol: 'NIFTY', price: 101, at: 2 }])
    expect(frames).toHaveLength(1)
    expect(store.get('NIFTY')).toBeUndefined()
    paint()
    expect(nifty).toHaveBeenCalledTimes(1)
    expect(sensex).not.toHaveBeenCalled()
    expect(store.get('NIFTY')).toEqual({ price: 101, at: 2, direction: 'same' })
    deliveries[0]!.deliver([{ symbol: 'NIFTY', price: 99.5, at: 3 }])
    paint()
    expect(store.get('NIFTY')?.direction).toBe('down')
  })

  it('paints nothing when a price is repeated', async () => {
    const { store, deliveries } = openStore()
    const listener = vi.fn()
    store.subscribe(['NIFTY'], listener)
    await Promise.resolve()
    deliveries[0]!.deliver([{ symbol: 'NIFTY', price: 100, at: 5 }])
    paint()
    const shown = store.get('NIFTY')
    deliveries[0]!.deliver([{ symbol: 'NIFTY', price: 100, at: 5 }])
    paint()
    expect(store.get('NIFTY')).toBe(shown)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('reopens when the wanted symbols change and closes when nobody listens', async () => {
    const { store, deliveries } = openStore()
    const stopNifty = store.subscribe(['NIFTY'], vi.fn())
    await Promise.resolve()
    const stopSensex = store.subscribe(['SENSEX'], vi.fn())
    await Promise.resolve()
    expect(deliveries).toHaveLength(2)
    expect(deliveries[0]!.close).toHaveBeenCalledTimes(1)
    stopNifty()
    stopSensex()
    await Promise.resolve()
    expect(deliveries).toHaveLength(2)
    expect(deliveries[1]!.close).toHaveBeenCalledTimes(1)
  })

  it('takes for news what differs from the known, not what is told again when the delivery is reopened', async () => {
    vi.useFakeTimers({ now: 1_000 })
    const { store, deliveries } = openStore()
    store.subscribe(['NIFTY'], () => {})
    await Promise.resolve()
    expect(store.receivedAt).toBeNull()
    deliveries[0]?.deliver([{ symbol: 'NIFTY', price: 100, at: 1 }])
    expect(store.receivedAt).toBe(1_000)
    vi.setSystemTime(9_000)
    deliveries[0]?.deliver([
      { symbol: 'NIFTY', price: 100, at: 1 },
      { symbol: 'SENSEX', price: 200, at: 1 },
    ])
    expect(store.receivedAt).toBe(1_000)
    deliveries[0]?.deliver([{ symbol: 'NIFTY', price: 100, at: 2 }])
    expect(store.receivedAt).toBe(9_000)
    vi.useRealTimers()
  })
})
