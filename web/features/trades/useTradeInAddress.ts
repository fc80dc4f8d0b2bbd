import { useCallback } from 'react'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'

const USUAL = { trade: '' }

/** The id of the trade of which it is said why, kept in the address, and the way to another; empty: none. */
export function useTradeInAddress(): readonly [string, (id: string) => void] {
  const { texts, change } = useAddressTexts(USUAL)
  const open = useCallback((id: string) => change({ trade: id }, { preventScrollReset: true }), [change])
  return [texts.trade, open]
}
