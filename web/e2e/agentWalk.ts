import { expect, test } from 'vitest'
import { insertProposal } from '../../gateway/testing/insertProposal.ts'
import { publish } from '../../prisma/bus/publish.ts'
import { HOUR } from '../../schema/time.ts'
import type { Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapter 2 of the specification. */
const TEXTS = {
  card: ['AI Trading Agent', 'Disabled', 'Configure Settings'],
  summary: [
    'Capital',
    'Quantity',
    'Mode',
    'Analysis Interval',
    'Max Trades per Day',
    'Risk per Trade',
    'Risk Amount',
    'Approx. Trade Value',
  ],
  strip: ['Last Analysis', 'Market Status', 'Agent Status'],
  stats: ["Today's PnL", 'Win Rate (Today)', 'Weekly PnL', 'Avg Per Trade'],
  panel: ['Agent Settings', 'Capital & Position Settings', 'Trading Settings', 'Save Settings', 'Cancel'],
}
const SECTIONS = ['What it sees', 'Evidence', 'Honesty', 'Decision log', 'Risk and ladder']

/** The states and actions of the research agent. */
export function agentWalk(walk: Walk): void {
  test('it waits, shows every text, is switched, set, triggered and halted, and opens what stands behind it', async () => {
    // As nobody has set it, in a second attempt too.
    const { product, userId } = walk.screens()
    const of = { userId: userId('reader') }
    await product.db.agentSettings.deleteMany({ where: of })
    await product.db.agentProposal.deleteMany({ where: of })
    const page = await walkStates(walk, {
      ...{ person: 'reader', path: '/research-agent', heading: 'Database Research Agent', operation: 'AgentStatus' },
      ...{ failed: 'Failed to load the agent', toast: null, shows: [...TEXTS.card, ...TEXTS.summary, ...TEXTS.strip, ...TEXTS.stats] },
    })
    // From here on the browser's clock is wrong.
    await page.evaluate((ahead) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + ahead
    }, HOUR)
    await seeTexts(page, ['No trades executed today', '₹1,00,000.00', '₹16,25,000.00'])

    await page.getByRole('switch', { name: 'Enable AI Trading' }).click()
    await page.getByText('AI Trading Enabled Successfully!').waitFor()
    await page
      .getByRole('status', { name: 'AI trading' })
      .getByText(/^(Active & Running|Bot active but market is closed!)$/)
      .waitFor()

    await page.getByRole('button', { name: 'Configure Settings' }).click()
    await seeTexts(page, TEXTS.panel)
    await page.getByRole('switch', { name: 'Paper Trading Mode' }).waitFor()
    const quantity = page.getByLabel('Quantity (lots)')
    await quantity.fill('51')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByRole('form', { name: 'Agent Settings' }).getByText('Quantity in lots must be from 1 to 50.').waitFor()
    await quantity.fill('2')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByText('AI Trading Settings Updated Successfully').waitFor()
    await page.getByText('2 lots').waitFor()

    await page.getByRole('button', { name: 'Trigger Analysis' }).click()
    // A busy machine may take longer than the answer waits; a second attempt may come within the minute.
    await page
      .getByText(/^(Manual Analysis Triggered|The analysis is still running.*|An analysis can be triggered once a minute.*)$/)
      .waitFor()
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByText(/No trade\./)
      .waitFor()

    for (const name of SECTIONS) await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    // How many sessions were searched depends on the time of the market's day: early there are too few candles for a search.
    await page.getByLabel('Record', { exact: true }).getByText('Searched', { exact: true }).waitFor()
    await page.getByRole('list', { name: 'Analyses' }).getByRole('button').first().click()
    await page.waitForURL(/analysis=/)
    // The agent asks: it stands on the open page at once, though the browser's clock is an hour ahead, and is answered from the keyboard.
    const proposalId = await insertProposal(product.db, { ...of, market: 'another' })
    await publish(product.db, { type: 'proposal.made', proposalId, ...of })
    const proposal = page.getByRole('region', { name: 'Proposal: NIFTY 24,500 CE, 24 Nov' })
    await proposal.getByText('UNPROVEN', { exact: true }).waitFor()
    await proposal.getByRole('timer').waitFor()
    // A question takes no press in its first moments.
    await proposal.getByRole('button', { name: 'Approve', disabled: false }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Declined. Nothing is bought.').waitFor()
    await proposal.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Halt Agent' }).click()
    await page.getByText(/^The agent is halted\./).waitFor()
    await page.getByRole('status', { name: 'AI trading' }).getByText('Halted', { exact: true }).waitFor()
    await page.getByText('Inactive', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await page.getByRole('button', { name: 'Release Agent' }).click()
    await page.getByRole('switch', { name: 'Enable AI Trading' }).click()
    await page.getByText('AI Trading Disabled Successfully!').waitFor()
    await page.context().close()
  })
}
