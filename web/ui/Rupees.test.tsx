import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { formatCount, formatSignedPercent, formatSignedRupees, formatWholeRupees } from '../lib/formatMoney.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { toggleAmounts, useDisplaySettings } from '../lib/useDisplaySettings.ts'
import { ProfitLoss } from './ProfitLoss.tsx'
import { Rupees } from './Rupees.tsx'
import { Sentence } from './Sentence.tsx'

describe('hidden amounts', () => {
  beforeEach(() => useAuthStore.setState({ isAuthenticated: true }))
  afterEach(() => {
    useAuthStore.setState({ isAuthenticated: false })
    useDisplaySettings.setState({ hideAmounts: false })
    localStorage.clear()
  })

  it('are seen as dots with their sign and arrow, and heard as hidden', () => {
    const { container } = render(<ProfitLoss value={-512.5} />)
    expect(container.textContent).toBe('▼ −₹512.50')
    act(toggleAmounts)
    expect(container.textContent).toBe('▼ −₹••••hidden')
    expect([...container.querySelectorAll('[aria-hidden]')].map((seen) => seen.textContent)).toEqual(['▼ ', '−₹••••'])
    act(toggleAmounts)
    expect(container.textContent).toBe('▼ −₹512.50')
  })

  it('have one length whatever they are', () => {
    toggleAmounts()
    expect(new Set([0, 5, 12_34_567].map((value) => formatWholeRupees(value)))).toEqual(new Set(['₹••••']))
    expect([1, -99_999, 0].map(formatSignedRupees)).toEqual(['+₹••••', '−₹••••', '₹••••'])
  })

  it('are hidden in what the server has put into words too, and never broken between two lines', () => {
    const { container } = render(<Sentence text="MACD sold NIFTY at ₹1,04,250.00: target. Net −₹512.50 after charges, +2.5%." />)
    const unbroken = () => [...container.querySelectorAll('span:not(span span)')].map((amount) => amount.textContent)
    expect(unbroken()).toEqual(['₹1,04,250.00', '−₹512.50'])
    act(toggleAmounts)
    expect(container.textContent).toBe('MACD sold NIFTY at ₹••••hidden: target. Net −₹••••hidden after charges, +2.5%.')
    for (const each of container.querySelectorAll(':scope > span')) expect(getComputedStyle(each).whiteSpace).toBe('nowrap')
  })

  it('stay unknown where they are unknown, and leave percentages and counts alone', () => {
    toggleAmounts()
    render(<Rupees value={null} />)
    expect(screen.getByText('—')).toBeTruthy()
    expect([formatSignedRupees(null), formatSignedPercent(1.5), formatCount(12_547)]).toEqual(['—', '+1.50%', '12,547'])
  })

  it('reach texts that are put together outside components, when the screen follows the setting', () => {
    function Summary() {
      useAmountsHidden()
      return <p>{`Net ${formatSignedRupees(731.25)}`}</p>
    }
    render(<Summary />)
    expect(screen.getByText('Net +₹731.25')).toBeTruthy()
    act(toggleAmounts)
    expect(screen.getByText('Net +₹••••')).toBeTruthy()
  })

  it('are remembered in this browser, and none of a visitor’s business', () => {
    toggleAmounts()
    expect(JSON.parse(localStorage.getItem('display-storage') ?? '{}')).toMatchObject({ state: { hideAmounts: true } })
    useAuthStore.setState({ isAuthenticated: false })
    expect(formatWholeRupees(500)).toBe('₹500')
  })
})
