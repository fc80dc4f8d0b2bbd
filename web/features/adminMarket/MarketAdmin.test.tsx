import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { toast } from 'sonner'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { MarketAdmin } from './MarketAdmin.tsx'

/** Few rows: they are searched for buttons by name, which takes long in many. */
const shipped = { ...SHIPPED_MARKET_TABLES, holidays: SHIPPED_MARKET_TABLES.holidays.slice(-2) }
const VIX = { days: 1, from: '2025-08-28', latest: [{ date: '2025-08-28', close: 12.1 }] }
const MARKET = { version: 3, tables: shipped, vix: VIX }
const CHANGE = { version: 3, at: '2026-07-01T04:36:00.000Z', by: 'Meera', changes: ['Holidays: 2027-01-26, Republic Day is added'] }
const PREVIEW = { version: 3, mistakes: [], changes: CHANGE.changes, affected: [] }

function show(answers: Answers = {}) {
  const told = testClient({ managedMarket: () => MARKET, marketChanges: () => [CHANGE], previewMarket: () => PREVIEW, ...answers })
  render(
    <ApolloProvider client={told.client}>
      <MarketAdmin />
    </ApolloProvider>,
  )
  return { variablesOf: (name: string) => told.asked.filter(({ operation }) => operation === name).map(({ variables }) => variables) }
}
const press = async (label: string) => fireEvent.click(await screen.findByText(label, { selector: 'button' }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
afterEach(() => vi.restoreAllMocks())

async function addHoliday() {
  await press('Add a row')
  type('Date, YYYY-MM-DD', '2027-01-26')
  type('Name', 'Republic Day')
  await press('Apply')
}

describe('MarketAdmin', () => {
  it('shows each table with its units, the last rows first, and daily India VIX', async () => {
    show()
    const table = await screen.findByRole('table', { name: 'Holidays' })
    expect(within(table).getAllByRole('row')[1]?.textContent).toContain(shipped.holidays.at(-1)?.note)
    type('Table', 'chargeRates')
    expect(await screen.findByText('₹20 per order')).toBeTruthy()
    type('Table', 'vix')
    expect(await screen.findByText('12.10')).toBeTruthy()
    expect(screen.getByText(/Meera/)).toBeTruthy()
  })

  it('holds a row against the rules at once, previews all edits and saves them on the version that they were made from', async () => {
    const said = vi.spyOn(toast, 'success')
    const affected = [{ option: 'NIFTY26JAN27CE', paper: 2, live: 1, effects: ['lot 65 units → 60 units'] }]
    const { variablesOf } = show({ previewMarket: () => ({ ...PREVIEW, affected }), saveMarket: () => ({ ...MARKET, version: 4 }) })
    await addHoliday()
    expect(await screen.findByText('1 edit is not saved.')).toBeTruthy()
    await press('Preview and save')
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('Holidays: 2027-01-26, Republic Day is added')).toBeTruthy()
    expect(within(dialog).getByText(/2 paper, 1 live/).textContent).toContain('lot 65 units → 60 units')
    await press('Save')
    await waitFor(() => expect(said).toHaveBeenCalledWith('Market tables saved.'))
    const holidays = [...shipped.holidays, { date: '2027-01-26', note: 'Republic Day' }]
    expect(variablesOf('SaveMarket')).toEqual([{ version: 3, input: { tables: { ...shipped, holidays } } }])
    expect(screen.queryByText(/not saved/)).toBeNull()
  })

  it('names what breaks a rule where it was typed, and takes nothing over', async () => {
    const mistake = { path: 'holidays[49].date', row: '{"date":"2027-01-24"}', reason: 'expected a weekday' }
    show({ previewMarket: () => ({ ...PREVIEW, mistakes: [mistake], changes: [] }) })
    await addHoliday()
    expect((await screen.findByRole('alert')).textContent).toContain('holidays[49].date: expected a weekday {"date":"2027-01-24"}')
    await press('Cancel')
    expect(screen.queryByText(/not saved/)).toBeNull()
  })

  it('tells the later of two admins what was saved meanwhile, and previews anew on it', async () => {
    let version = 3
    const { variablesOf } = show({
      managedMarket: () => ({ ...MARKET, version }),
      saveMarket: () => {
        if (version === 4) return { ...MARKET, version: 5 }
        version = 4
        throw new GraphQLError('Since then Kiran: Lots: …', { extensions: { code: 'CONFLICT' } })
      },
    })
    await addHoliday()
    await press('Preview and save')
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Since then Kiran: Lots: …')
    await waitFor(async () => {
      await press('Save')
      expect(variablesOf('SaveMarket').at(-1)).toMatchObject({ version: 4 })
    })
  })

  it('imports a file and undoes a change through the same preview', async () => {
    const { variablesOf } = show()
    fireEvent.click(await screen.findByLabelText('Undo change 3'))
    await screen.findByRole('dialog')
    await press('Cancel')
    const input = screen.getByLabelText('File to import')
    const complaint = vi.spyOn(toast, 'error')
    fireEvent.change(input, { target: { files: [new File(['{'], 'broken.json')] } })
    await waitFor(() => expect(complaint).toHaveBeenCalledWith(expect.stringContaining('broken.json is not valid JSON')))
    fireEvent.change(input, { target: { files: [new File(['date,close\n2025-08-29,12\n'], 'vix.csv')] } })
    await screen.findByRole('dialog')
    await waitFor(() =>
      expect(variablesOf('PreviewMarket')).toEqual([{ input: { undo: 3 } }, { input: { vix: 'date,close\n2025-08-29,12\n' } }]),
    )
  })

  it('offers another try when the tables do not come', async () => {
    let isAway = true
    show({
      managedMarket: () => {
        if (isAway) throw new GraphQLError('Away.')
        return MARKET
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the market tables: Away.')
    isAway = false
    await press('Retry')
    expect(await screen.findByRole('table', { name: 'Holidays' })).toBeTruthy()
  })
})
