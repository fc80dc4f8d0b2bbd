import { ApolloProvider } from '@apollo/client/react'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { RISK_TEXT_VERSION } from '../../../schema/trading/riskText.ts'
import type { EntryGate } from '../../../schema/trading/agentGates.ts'
import type { AgentAnalysisPartsFragment, AgentMandateInput } from '../../gql/generated/graphql.ts'
import { testClient, type Answers } from '../../gql/testing/testClient.ts'
import { AgentSections } from './AgentSections.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { STANDING, testAgent, testAgentTrade } from './testing/testAgent.ts'
import { testAnalysis, testKey } from './testing/testRecords.ts'
import { useAgentChange } from './useAgentChange.ts'

function Sections({ status }: { status: ReturnType<typeof testAgent> }) {
  return <AgentSections status={status} change={useAgentChange()} />
}

function show(answers: Answers, status = testAgent({ latest: [testAnalysis()] }), address = '/research-agent') {
  const { client, asked } = testClient(answers)
  const router = createMemoryRouter([{ path: '/research-agent', element: <Sections status={status} /> }], { initialEntries: [address] })
  render(
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>,
  )
  const sent = (operation: string) => asked.filter((each) => each.operation === operation).map(({ variables }) => variables)
  return { router, asked, sent }
}

const open = (title: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${title}`) }))
const PATHS = [{ session: '2026-11-18', minute: 60, before: [-1, 0], after: [0.5, 1.25] }]

describe('the sections of the research agent', () => {
  it('ask for nothing while they are closed', () => {
    expect(show({}).asked).toEqual([])
  })

  it('show what the last analysis saw: the sentence, the user’s trades of it, both sides, today and each moment with what followed, and the record; plots as tables too', async () => {
    const node = testAgentTrade({ status: 'STOPLOSS_HIT', profitLossRs: -450, netProfitLossRs: -512.5 })
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
    const { sent } = show({
      agentAnalysis: ({ id }) => testAnalysis({ id: String(id), exploratory: 'PE' }),
      agentPaths: () => PATHS,
      agentTrades: () => ({ edges: [{ cursor: 't1', node }], pageInfo }),
    })
    open('What it sees')
    await screen.findByText(testAnalysis().sentence)
    const sides = within(screen.getByRole('region', { name: 'Evidence of both sides' })).getAllByRole('row')
    expect(sides.map(({ textContent }) => textContent).slice(1)).toEqual([
      'Call5024−1.10%−6.00%44.0%₹9,000.00',
      'Put5020−3.00%−9.00%—₹8,700.00',
    ])
    expect((await screen.findByLabelText('Today and similar moments')).textContent).toBe('Today, 10:312026-11-18 +1.25%')
    expect((await screen.findByText(/^Your agent traded on it/)).textContent).toBe(
      'Your agent traded on it, UNPROVEN:NIFTY26NOV24500CEon paper at 10:32,▼ −₹512.50 −₹450.00 before ₹62.50 charges',
    )
    expect(screen.getByRole('link', { name: 'NIFTY26NOV24500CE' }).getAttribute('href')).toBe('/history?trade=t1')
    expect(sent('AgentTradesOfAnalysis')).toEqual([{ id: 'a1' }])
    expect(screen.getByRole('img', { name: /^Call: mean −1.10%, 99% interval −6.00% to \+3.80%/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Net results of the similar moments: view as table' }))
    expect(
      within(screen.getByRole('region', { name: 'Net results of the similar moments, table' })).getAllByRole('row')[1]?.textContent,
    ).toBe('2026-11-18, minute 60+12.00%−20.00%')
    expect(screen.getByLabelText('Record').textContent).toContain('Gatelookback 50: evidence ×1.30 of ×560, closed')
    expect(screen.getByLabelText('Record').textContent).toContain(
      'ReasonNot enough after costs: the 99% interval of the call begins at −6.00%',
    )
    expect(screen.getByLabelText('Record').textContent).toContain(
      'The window+0.10% over all of it, +0.04% over its last third; a usual minute moves 0.020%; at 70% of the day’s range. These explain, and decide nothing.',
    )
    expect(screen.getByLabelText('Record').textContent).toContain(
      'LeadNoneExplorationA put, its mean -1.2 standard errors above zero: on paper only, UNPROVEN',
    )
  })

  it('show the record of the index and lookback next to the agent’s, and others by choice', async () => {
    const { sent } = show({
      agentKeys: () => [
        testKey(),
        testKey({ id: 'NIFTY-75', lookback: 75, evidence: 600, open: true, against: 1.4, openedOn: '2026-11-02' }),
        testKey({ id: 'NIFTY-100', lookback: 100, openedOn: '2026-08-03', closedOn: '2026-11-16' }),
      ],
      agentKeyHistory: () => ({
        id: 'NIFTY-50',
        points: [{ at: '2026-11-18T05:00:00Z', evidence: 1.3, control: 0.98 }],
        months: [{ month: '2026-11', trades: 4, mean: 0.05 }],
      }),
    })
    open('Evidence')
    const rows = within(await screen.findByRole('region', { name: 'Evidence by lookback' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
      '50×1.30 of ×560Closed—4+5.00% ± 5.77−1.30%60 of 664',
      '75×600 of ×560Open×1.40 of ×20.04+5.00% ± 5.77−1.30%60 of 664',
      '100×1.30 of ×560Closed on 16 Nov 2026: it must prove itself anew—4+5.00% ± 5.77−1.30%60 of 664',
    ])
    await waitFor(() => expect(sent('AgentKeyHistory')).toContainEqual({ symbol: 'NIFTY', lookback: 50 }))
    expect(screen.getByText('Your lookback is 50: its gate is closed.')).toBeTruthy()
    const line = 'On 18 Nov 2026: now ×1.30 of ×560, without skill ×0.98 of ×560'
    expect(await screen.findByRole('img', { name: line })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '75' }))
    await waitFor(() => expect(sent('AgentKeyHistory')).toContainEqual({ symbol: 'NIFTY', lookback: 75 }))
    fireEvent.click(screen.getByRole('button', { name: 'SENSEX' }))
    await screen.findByText(/^No record of SENSEX yet/)
  })

  it('show what was said against what came true, why there was no lead, what all analyses and refused trades came to, and the real quarter', async () => {
    const refusals = [{ reason: 'TOO_EARLY', count: 1_200 }]
    const denials = [{ reason: 'MAX_TRADES_REACHED', count: 2 }]
    const outcomes = { id: 'NIFTY-50', analyses: 1_234, since: '2026-11-03T03:46:00.000Z', verdicts: 34, refusals, denials }
    const { sent } = show({
      agentKeys: () => [testKey()],
      agentKeyHistory: () => ({ id: 'NIFTY-50', points: [], months: [] }),
      agentOutcomes: () => outcomes,
    })
    open('Honesty')
    expect((await screen.findByLabelText('Figures of the record')).textContent).toBe(
      'Scans of the record100, a side led in 480% interval held82.0% of 50Squared error, ours and the base rate’s0.2400 / 0.2500Walk-forward60 of 664 sessions',
    )
    expect(screen.getByRole('img', { name: 'said 44.0%, was 40.0%' })).toBeTruthy()
    expect(screen.getByLabelText('Why there was no lead').textContent).toContain('Not enough after costs90Not similar enough5')
    const all = await screen.findByLabelText('1,234 analyses: 34 said buy')
    expect(all.textContent).toContain('Too early in the day1,200')
    expect(all.textContent).toContain('since 03 Nov 2026')
    expect(screen.getByLabelText('Trades your agent skipped: 2').textContent).toContain('The trades of the day are used up2')
    expect(sent('AgentOutcomes')).toEqual([{ symbol: 'NIFTY', lookback: 50 }])
    expect(screen.getByText(/^On the only real quarter/).textContent).toContain('none of 14 gates opened')
  })

  it('say of a record of the first day that nothing was searched, and count one session as one', async () => {
    const histories = { a1: { sessions: 0, first: null, last: null }, a2: { sessions: 1, first: '2026-11-19', last: '2026-11-19' } }
    for (const [id, text] of [
      ['a1', 'SearchedNo sessions: it was decided without a search'],
      ['a2', 'Searched1 finished session, 19 Nov 2026; today'],
    ] as const) {
      const { unmount } = render(<RecordFacts record={testAnalysis({ history: histories[id] })} />)
      expect(screen.getByLabelText('Record').textContent).toContain(text)
      unmount()
    }
  })

  it('list every decision by filter and page, and a row opens its record in the address, and back', async () => {
    const page = (node: AgentAnalysisPartsFragment, hasNextPage: boolean) => ({
      edges: [{ cursor: node.id, node }],
      pageInfo: { hasNextPage, hasPreviousPage: false, startCursor: node.id, endCursor: node.id },
    })
    const { router, sent } = show({
      agentAnalyses: ({ input }) =>
        Reflect.get(Object(input), 'after') === 'a1'
          ? page(testAnalysis({ id: 'a0', sentence: 'An older one. No trade.' }), false)
          : page(testAnalysis(), true),
      agentAnalysis: ({ id }) => testAnalysis({ id: String(id) }),
      agentPaths: () => PATHS,
      downloadAgentAnalyses: () => ({ address: '#downloaded' }),
    })
    open('Decision log')
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    fireEvent.click(await screen.findByText('An older one. No trade.'))
    expect(router.state.location.search).toBe('?analysis=a0')
    await waitFor(() => expect(sent('AgentRecord')).toEqual([{ id: 'a0' }]))
    fireEvent.click(await screen.findByRole('button', { name: 'Show the latest' }))
    expect(router.state.location.search).toBe('')
    expect(sent('AgentAnalyses')[0]).toEqual({ input: { mine: true } })
    fireEvent.change(screen.getByLabelText('Verdict'), { target: { value: '10' } })
    await waitFor(() => expect(sent('AgentAnalyses').at(-1)).toEqual({ input: { mine: true, reason: 'BELOW_COSTS' } }))
    fireEvent.change(screen.getByLabelText('Analysed for'), { target: { value: '' } })
    await waitFor(() => expect(sent('AgentAnalyses').at(-1)).toEqual({ input: { reason: 'BELOW_COSTS' } }))
    // Half-typed text requests nothing.
    for (const typed of ['7', '75']) fireEvent.change(screen.getByLabelText('Candles'), { target: { value: typed } })
    await waitFor(() => expect(sent('AgentAnalyses').at(-1)).toEqual({ input: { reason: 'BELOW_COSTS', lookback: 75 } }))
    expect(sent('AgentAnalyses')).not.toContainEqual({ input: { reason: 'BELOW_COSTS', lookback: 7 } })
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(sent('DownloadAgentAnalyses')).toEqual([{ input: { reason: 'BELOW_COSTS', lookback: 75 } }]))
  })

  it('change the ladder, exploration, indices and stops, say what exploring rests on, and name everything that live trading lacks', async () => {
    const gate = {
      gate: 'AGENT_PROOF' as const,
      name: 'Gate open',
      todo: 'It opens by itself once the agent’s record proves gains after costs.',
      link: null,
    }
    const sentMandates: unknown[] = []
    show(
      {
        agentStatus: () => testAgent(),
        updateAgentMandate: ({ mandate }) => {
          sentMandates.push({ ...(mandate as AgentMandateInput) })
          return testAgent()
        },
      },
      testAgent({
        latest: [testAnalysis()],
        liveIndices: [{ index: 'NIFTY', unmetGates: [gate], word: 'LIVE NIFTY 1', confirmedAt: null }],
      }),
    )
    open('Risk and ladder')
    expect(screen.getByLabelText('What NIFTY still needs to trade live').textContent).toBe(`Gate open: ${gate.todo} `)
    const press = async (name: string, role = 'button') => {
      const before = sentMandates.length
      fireEvent.click(screen.getByRole(role, { name }))
      await waitFor(() => expect(sentMandates).toHaveLength(before + 1))
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save Stops' }).getAttribute('aria-disabled')).toBeNull())
    }
    expect(screen.getByLabelText('Record behind exploratory trades').textContent).toBe(`NIFTY: ${STANDING.text}`)
    await press('Observe')
    await press('Exploratory paper trades', 'switch')
    await press('BANKNIFTY')
    fireEvent.change(screen.getByLabelText('Stop for the day at a loss of (₹)'), { target: { value: '' } })
    await press('Save Stops')
    expect(sentMandates).toEqual([
      { step: 'OBSERVE' },
      { exploration: false },
      { symbols: ['NIFTY', 'BANKNIFTY'] },
      { softDrawdown: null, hardDrawdown: 10_000 },
    ])
    fireEvent.change(screen.getByLabelText('Halt at a loss of (₹)'), { target: { value: '99' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save Stops' }))
    await screen.findByText('Whole rupees from 100 to 1,00,00,000, or empty')
    expect(sentMandates).toHaveLength(4)
  })

  it('let live trading be confirmed index by index, by typing it, once nothing else is missing, and the risk text be accepted', async () => {
    const gate = (name: EntryGate) => ({ gate: name, name, todo: 'Do it.', link: null })
    const live = (index: string, gates: readonly EntryGate[], confirmedAt: string | null = null) => ({
      ...{ index, unmetGates: gates.map(gate), word: `LIVE ${index} 2`, confirmedAt },
    })
    const { sent } = show(
      { agentStatus: () => testAgent(), confirmAgentLive: () => testAgent(), acceptRiskText: () => true },
      testAgent({
        settings: { ...testAgent().settings, paperTrade: false },
        liveIndices: [
          live('NIFTY', ['CONFIRMATION']),
          live('BANKNIFTY', ['RISK_TEXT', 'CONFIRMATION']),
          live('SENSEX', [], '2026-11-20T05:02:00.000Z'),
        ],
      }),
    )
    open('Risk and ladder')
    expect(screen.getByText(/^Paper Trading Mode is off: once everything below is met, the agent sends live orders/)).toBeTruthy()
    const trade = screen.getByRole<HTMLButtonElement>('button', { name: 'Trade NIFTY live' })
    const type = (value: string) => fireEvent.change(screen.getByLabelText(/^Type LIVE NIFTY 2/), { target: { value } })
    for (const typed of ['', 'LIVE', 'LIVE NIFTY 20', 'live nifty 2']) {
      type(typed)
      expect(trade.disabled).toBe(true)
    }
    type('LIVE NIFTY 2')
    fireEvent.click(trade)
    await waitFor(() => expect(sent('ConfirmAgentLive')).toEqual([{ index: 'NIFTY', typed: 'LIVE NIFTY 2' }]))
    expect(screen.queryByRole('button', { name: 'Trade BANKNIFTY live' })).toBeNull()
    expect(screen.getByLabelText('Live trading of SENSEX').textContent).toBe(
      'SENSEX: every gate is metConfirmed on 20 Nov 2026, 10:32 IST.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'I have read and accept it' }))
    await waitFor(() => expect(sent('AcceptRiskText')).toEqual([{ version: RISK_TEXT_VERSION }]))
  })
})
