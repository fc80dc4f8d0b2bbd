import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { toMarket, type Market } from './toMarket.ts'
import { MarketContext } from './useMarket.ts'
import { useSocketStore } from './useSocketStore.ts'
import { useTradingBlock } from './useTradingBlock.ts'

const marketWith = (engineRunning: boolean) =>
  toMarket({
    isOpen: true,
    nextChangeAt: null,
    sandbox: true,
    pattern: null,
    speed: 10,
    segments: [],
    engineRunning,
    feedConnected: true,
  })

afterEach(() => {
  vi.restoreAllMocks()
  useSocketStore.setState({ phase: 'idle' })
})

it('Trading is held back while the network, the socket or the engine is away, each with its reason, and then no longer', () => {
  let market: Market | null = null
  const wrapper = ({ children }: { children: ReactNode }) => <MarketContext value={market}>{children}</MarketContext>
  const { result, rerender } = renderHook(useTradingBlock, { wrapper })
  expect(result.current).toBeNull()

  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(result.current).toMatch(/^You are offline/)
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(result.current).toBeNull()

  act(() => useSocketStore.setState({ phase: 'lost' }))
  expect(result.current).toMatch(/^The connection is lost/)
  act(() => useSocketStore.setState({ phase: 'connected' }))

  market = marketWith(false)
  rerender()
  expect(result.current).toMatch(/^The engine does not respond/)
  market = marketWith(true)
  rerender()
  expect(result.current).toBeNull()
})
