import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { MarketStatusPartsFragment } from './generated/graphql.ts'
import { toMarket } from './toMarket.ts'
import { useBrokerName } from './useBrokerName.ts'
import { MarketContext } from './useMarket.ts'

const STATUS: MarketStatusPartsFragment = {
  ...{ engineRunning: true, feedConnected: true, isOpen: false, sandbox: true, pattern: null, speed: 1, segments: [], nextChangeAt: null },
}

it.each([
  ['the sandbox says what it is', 'angel', { sandbox: true }, 'Sandbox broker'],
  ['a broker has the name that people know', 'angel', { sandbox: false }, 'Angel One'],
  ['one that this version does not know keeps the name of the API', 'other', { sandbox: false }, 'other'],
  ['nobody is named before the market is known', 'angel', null, 'Broker'],
])('%s', (_fact, name, market, shown) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MarketContext value={market && toMarket({ ...STATUS, ...market })}>{children}</MarketContext>
  )
  expect(renderHook(() => useBrokerName(name), { wrapper }).result.current).toBe(shown)
})
