import { fireEvent, render, screen, within } from '@testing-library/react'
import { useReducer } from 'react'
import { describe, expect, it } from 'vitest'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { draftFromRules } from './draftFromRules.ts'
import { RuleBuilder } from './RuleBuilder.tsx'
import { readDraft } from './readDraft.ts'
import type { RuleDraft } from './RuleDraft.ts'
import { beginHistory, editHistory } from './RuleHistory.ts'

const NOTHING: RuleDraft = { interval: '5min', long: null, short: null, enter: null, position: null }

/** The builder with its history; what would be stored stands below. */
function Bench({ draft = NOTHING }: { draft?: RuleDraft }) {
  const [history, dispatch] = useReducer(editHistory, beginHistory(draft))
  const read = readDraft(history.draft)
  return (
    <>
      <RuleBuilder history={history} errors={read.ok ? [] : read.error} dispatch={dispatch} />
      <output>{read.ok ? JSON.stringify(read.value) : 'none'}</output>
    </>
  )
}

const side = (name: string) => within(screen.getByLabelText(`Buys a ${name} when`))
const sentence = () => screen.getByLabelText('In plain English').textContent
const stored = () => document.querySelector('output')?.textContent
const choose = (menu: HTMLElement, value: string) => fireEvent.change(menu, { target: { value } })

describe('RuleBuilder', () => {
  it('says in English what the menus choose, as they choose it', () => {
    render(<Bench />)
    expect(sentence()).toContain('Buys a CALL whenNever.')
    fireEvent.click(side('CALL').getByText('Add a condition'))
    expect(sentence()).toContain('price closes above EMA(20).')
    choose(side('CALL').getByLabelText('First operand', { selector: 'select' }), 'indicator rsi value')
    choose(side('CALL').getByLabelText('Comparison', { selector: 'select' }), 'between')
    choose(side('CALL').getByLabelText('Second operand', { selector: 'select' }), 'number')
    choose(side('CALL').getByLabelText('Third operand', { selector: 'select' }), 'number')
    const [low, high] = side('CALL').getAllByLabelText('Number')
    if (!low || !high) throw new Error('no numbers to type')
    choose(low, '40')
    choose(high, '60')
    expect(sentence()).toContain('RSI(14) is between 40 and 60.')
    expect(stored()).toBe('{"interval":"5min","long":["rsi(14)","between",40,60],"short":null}')
  })

  it('puts what is wrong to the operand it is wrong with, and says that the side is not readable yet', () => {
    render(<Bench />)
    fireEvent.click(side('PUT').getByText('Add a condition'))
    const period = side('PUT').getByLabelText('period')
    choose(period, '501')
    const operand = within(side('PUT').getByLabelText('Second operand', { selector: 'div' }))
    expect(operand.getByText(/must be a whole number from 1 to 500/)).toBeTruthy()
    expect(period.getAttribute('aria-invalid')).toBe('true')
    expect(sentence()).toContain('Fix the highlighted fields.')
    expect(sentence()).toContain('1 thing to fix')
    expect(stored()).toBe('none')
  })

  it('takes back and does again by button and by key', () => {
    render(<Bench />)
    const undo = screen.getByText('Undo').closest('button')
    expect(undo?.disabled).toBe(true)
    fireEvent.click(side('CALL').getByText('Add a condition'))
    fireEvent.click(side('CALL').getByLabelText('Reverse: not this'))
    expect(sentence()).toContain('not (price closes above EMA(20))')
    fireEvent.keyDown(side('CALL').getByLabelText('Remove the “not”'), { key: 'z', ctrlKey: true })
    expect(sentence()).toContain('CALL whenprice closes above EMA(20)')
    fireEvent.keyDown(screen.getByText('Undo'), { key: 'Z', ctrlKey: true, shiftKey: true })
    expect(sentence()).toContain('not (')
    fireEvent.click(screen.getByText('Undo'))
    fireEvent.click(screen.getByText('Undo'))
    expect(sentence()).toContain('Buys a CALL whenNever.')
  })

  it('moves a condition by key and keeps the focus at its button', () => {
    render(<Bench />)
    fireEvent.click(side('CALL').getByText('Add a condition'))
    fireEvent.click(side('CALL').getByText('Add a condition'))
    const first = side('CALL').getAllByLabelText('Comparison', { selector: 'select' })[0]
    if (!first) throw new Error('no comparison')
    choose(first, '>')
    expect(sentence()).toContain('price is above EMA(20) and price closes above EMA(20).')
    fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true, shiftKey: true })
    expect(sentence()).toContain('price closes above EMA(20) and price is above EMA(20).')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up')
  })

  it('takes the focus to what was added, and on from what was removed', () => {
    render(<Bench />)
    fireEvent.click(side('CALL').getByText('Add a condition'))
    expect(document.activeElement).toBe(side('CALL').getByLabelText('First operand', { selector: 'select' }))
    fireEvent.click(side('CALL').getByLabelText('Remove'))
    expect(document.activeElement?.textContent).toContain('Add a condition')
    expect(screen.getByRole('alert').textContent).toContain('Add a condition')
  })

  it('offers a time of day beside the time of the bar', () => {
    render(<Bench />)
    fireEvent.click(side('CALL').getByText('Add a condition'))
    choose(side('CALL').getByLabelText('First operand', { selector: 'select' }), 'time')
    choose(side('CALL').getByLabelText('Comparison', { selector: 'select' }), '<')
    choose(side('CALL').getByLabelText('Time of day, HH:MM IST'), '14:30')
    expect(sentence()).toContain('time is before 14:30.')
    choose(side('CALL').getByLabelText('Time of day, HH:MM IST'), '14:3')
    expect(side('CALL').getByText('Enter a time of day such as 09:30.')).toBeTruthy()
  })

  describe('of rules that open a position', () => {
    const legs = [{ side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 }]
    function open() {
      const rules = parseRuleSet({ interval: '5min', enter: '09:30', position: { legs } })
      if (!rules.ok) throw new Error(JSON.stringify(rules.error))
      let id = 1
      render(<Bench draft={draftFromRules(rules.value, () => id++)} />)
    }
    const opens = (name: string) => within(screen.getByLabelText(name))

    it('says when and which, and keeps the legs and the time whatever the bars', () => {
      open()
      expect(sentence()).toContain('Opens its positionat 09:30.')
      expect(screen.getByLabelText('Position').textContent).toContain('Buy 1 lot of the call at the money, this week.')
      fireEvent.click(screen.getByText('15min'))
      expect(sentence()).toContain('Opens its positionat 09:30.')
      expect(stored()).toBe(JSON.stringify({ interval: '15min', enter: '09:30', position: { legs } }))
    })

    it('says that two conditions would open the same legs', () => {
      open()
      fireEvent.click(opens('Opens its position').getByLabelText('Remove'))
      expect(screen.getByRole('alert').textContent).toContain('Add a condition')
      fireEvent.click(opens('Opens its position for a rise when').getByText('Add a condition'))
      expect(stored()).toContain('"long":["close","crosses above","ema(20)"]')
      fireEvent.click(opens('Opens its position for a fall when').getByText('Add a condition'))
      expect(screen.getByRole('alert').textContent).toBe(
        'Keep only one condition, for a rise or for a fall: both would open the same legs.',
      )
      expect(stored()).toBe('none')
    })
  })
})
