import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { LiftStopDocument, StopsDocument } from '../gql/generated/graphql.ts'
import { SignupDocument } from '../lib/session/generated/graphql.ts'
import { askProduct } from './askProduct.ts'
import { PASSWORD, VIEWPORTS, type Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** What an admin does to everybody, and the log of it. */
export function adminActsWalk(walk: Walk): void {
  const { place, screens } = walk

  test('everybody is stopped with a reason that users read, and the stop is lifted', async () => {
    const { product, tokens, open } = screens()
    const stops = await askProduct(product.address, StopsDocument, {}, tokens('admin'))
    for (const { scope, strategyId } of stops)
      await askProduct(product.address, LiftStopDocument, { input: { scope, strategyId } }, tokens('admin'))
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/stop', heading: 'Platform Stop', operation: 'ShellState' },
      ...{ failed: 'Failed to load the stops in force', shows: ['No stop in force', 'Stop trading for everybody'] },
    })
    await page.getByRole('button', { name: 'Stop trading for everybody' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('The walk stops it')
    await dialog.getByLabel('Type STOP to confirm').fill('STOP')
    await dialog.getByRole('button', { name: 'Stop trading' }).click()
    await page.getByRole('heading', { name: 'All trading is stopped' }).waitFor()
    await seeTexts(page, ['The walk stops it', 'Run to their own exit'])
    const trader = await open('trader', place, '/history')
    await trader.getByText(/All trading is stopped by an admin.*The walk stops it/).waitFor()
    await page.getByRole('main').getByRole('region').getByRole('button', { name: 'Lift' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the stop' }).click()
    await page.getByRole('heading', { name: 'No stop in force' }).waitFor()
    await trader.reload()
    await trader.getByRole('heading', { name: 'Trade History', level: 1 }).waitFor()
    await trader.waitForLoadState('networkidle')
    expect(await trader.getByText(/All trading is stopped/).count()).toBe(0)
    await trader.context().close()
    await page.context().close()
  })

  test('an account is found, suspended with a reason, which signs it out, and restored', async () => {
    const { product, open } = screens()
    const email = `${randomUUID()}@example.com`
    const input = { name: 'Uma Pillai', email, password: PASSWORD, confirmPassword: PASSWORD }
    const tokens = await askProduct(product.address, SignupDocument, { input })
    const profile = await product.openProfile({ viewport: VIEWPORTS[place], tokens })
    const { page: theirs } = await product.openPage(profile)
    await theirs.goto(`${product.address}/profile`)
    await theirs.getByText('Member since').waitFor()

    const page = await open('admin', place, '/admin/users')
    await page.getByRole('searchbox', { name: 'Search' }).fill(email)
    await page.getByText('1 of 1 account').waitFor()
    await page.getByRole('table').getByRole('link', { name: 'Uma Pillai' }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('Asked for it by phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await seeTexts(page, ['The account is suspended.', 'Asked for it by phone'])
    await theirs.getByRole('button', { name: 'Get Started Free' }).first().waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('It was a mistake')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await seeTexts(page, ['The account is restored.', 'It was a mistake'])
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
    await page.context().close()
    await profile.close()
  })

  test('the audit log waits, says what did not come and shows it after Retry; it is filtered, exported and found whole', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'admin', path: '/admin/audit', heading: 'Audit Log', operation: 'InstallationAuditLog' },
      ...{ failed: 'Failed to load the audit log', shows: ['Latest first. Times in IST.', 'Verify the hash chain'] },
    })
    await page.getByRole('searchbox', { name: 'Account' }).fill('nobody@example.com')
    await page.getByText('No matching entries').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('Latest first. Times in IST.').waitFor()
    await page.getByRole('button', { name: 'Verify the hash chain' }).click()
    await page.getByText(/^The log of [\d,]+ accounts is intact\.$/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await page.context().close()
  })
}
