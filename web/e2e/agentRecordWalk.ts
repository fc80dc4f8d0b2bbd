import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SignupDocument } from '../lib/session/generated/graphql.ts'
import { accessibilityFaults } from './accessibility.ts'
import { askProduct } from './askProduct.ts'
import { insertAgentDay } from './insertAgentDay.ts'
import { PASSWORD, VIEWPORTS, type Walk } from './openScreens.ts'
import { paintTheme, THEMES } from './paintTheme.ts'

const SENTENCE =
  '50 similar moments since 2021: 29 would have earned with a put, on average 4.1% after costs. That may be luck: the 99% interval reaches down to −2.3%. No trade. Agents that explore on paper may buy a put, UNPROVEN.'
const STANDING = 'Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade.'
const PLOTS = [
  'Net results of the similar moments',
  'Today and the 50 most similar moments',
  'Evidence of NIFTY, lookback 50, over time',
  'Forecasts and outcomes',
  'Shadow trades by month',
  'Why there was no lead',
]

/** Everything behind a verdict, of an analysis that has found something. */
export function agentRecordWalk({ place, screens }: Walk): void {
  test('an analysis leads to its moments, the trade it led to and back, the evidence, its honesty and the log; axe-core finds nothing wrong with all of it', async () => {
    const { product } = screens()
    const { address, db } = product
    const person = { name: 'Mira Pai', email: `mira-${Date.now()}@example.com`, password: PASSWORD, confirmPassword: PASSWORD }
    const session = await askProduct(address, SignupDocument, { input: person })
    const { token, refreshToken } = session
    const { analysisId, tradeId } = await insertAgentDay(db, session.user.id)
    const { page } = await product.openPage(await product.openProfile({ viewport: VIEWPORTS[place], tokens: { token, refreshToken } }))

    await page.goto(`${address}/research-agent`)
    const traded = page.getByRole('region', { name: 'Recent Trades' }).getByRole('listitem')
    await traded.getByText('UNPROVEN', { exact: true }).waitFor()
    await traded.getByText(`UNPROVEN when it was taken: ${STANDING}`).waitFor()
    await traded.getByRole('link', { name: 'Why it was taken' }).click()
    await page.waitForURL(`**/research-agent?analysis=${analysisId}`)
    for (const name of ['Evidence', 'Honesty', 'Decision log', 'Risk and ladder'])
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()

    await page.getByRole('region', { name: 'What it sees' }).getByText(SENTENCE).waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Today and similar moments' }).getByRole('listitem').count()).toBe(51)
    const record = page.getByLabel('Record', { exact: true })
    await record.getByText('A put, its mean 1.9 standard errors above zero: on paper only, UNPROVEN').waitFor()
    await record.getByText('Not enough after costs: the 99% interval of the put begins at −2.30%').waitFor()
    await page.getByText('Your lookback is 50: its gate is closed.').first().waitFor()
    await page.getByRole('img', { name: /now ×\d\.\d\d of ×1,120, without skill ×0\.\d\d of ×1,120$/ }).waitFor()
    await page.getByText(/^On the only real quarter it was walked through/).waitFor()
    await page.getByRole('region', { name: /^[\d,]+ analys[ei]s: [\d,]+ said buy$/ }).waitFor()
    await page.getByRole('list', { name: 'Analyses' }).getByText(SENTENCE).waitFor()
    await page.getByText(/^Next step, Approve each: no conditions on paper\. Live trading still needs \d+ conditions for NIFTY/).waitFor()
    await isFaultless(page)
    for (const plot of PLOTS) {
      await page.getByRole('button', { name: `${plot}: view as table` }).click()
      await page.getByRole('region', { name: `${plot}, table` }).waitFor()
    }
    await isFaultless(page)

    const own = page.getByText(/^Your agent traded on it, UNPROVEN:/)
    await own.getByRole('link', { name: 'NIFTY24NOV2624500CE' }).click()
    await page.waitForURL(`**/history?trade=${tradeId}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`NIFTY at 24,512.30. ${STANDING}`).waitFor()
    await dialog.getByRole('link', { name: /decision log of the Research Agent/ }).click()
    await page.waitForURL(`**/research-agent?analysis=${analysisId}`)
    await page.context().close()
  })
}

/** In each theme, and no wider than the window. */
async function isFaultless(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await paintTheme(page, theme)
    expect((await accessibilityFaults(page)).map((fault) => `${theme}: ${fault}`)).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}
