import { expect, test } from 'vitest'
import { controlAnswers } from './controlAnswers.ts'
import { PASSWORD, type Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'
import { walkStates } from './walkStates.ts'

/** Chapter 2 of the specification. */
const TEXTS = {
  sections: ['Account Overview', 'Total Trades', 'Active Strategies', 'Role', 'Broker Status', 'Quick Actions', 'Subscribed strategies'],
  broker: ['Broker Connection', 'Not connected', 'Connect Broker', 'Connect with PIN'],
  actions: ['Edit Profile', 'Change Password', 'Notification Settings', 'Browse Strategies'],
  facts: ['Full Name', 'Email', 'Trading Index', 'tara@example.com', 'Nifty 50'],
}

/** The states and actions of the profile that the account's own test does not walk. */
export function profileWalk(walk: Walk): void {
  const { place, screens } = walk

  test('it waits, says what did not come, shows it after Retry, and keeps it when the line breaks', async () => {
    const page = await walkStates(walk, {
      ...{ person: 'trader', path: '/profile', heading: 'Profile Settings', operation: 'Profile' },
      ...{ failed: 'Failed to fetch user data', shows: [...TEXTS.sections, ...TEXTS.broker, ...TEXTS.actions, ...TEXTS.facts] },
    })
    await page.getByRole('region', { name: 'Account Overview' }).getByText('302', { exact: true }).waitFor()

    await page.getByRole('region', { name: 'Quick Actions' }).getByRole('button', { name: 'Edit Profile' }).click()
    const answers = await controlAnswers(page, 'UpdateProfile')
    answers.fail(500)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await seeTexts(page, ['Failed to update profile', 'HTTP error! status: 500'])
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Save Changes' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Change Password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('New Password', { exact: true }).fill('lamp-desert-77')
    await dialog.getByLabel('Confirm Password', { exact: true }).fill('lamp-desert-78')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await seeTexts(dialog, ['Passwords do not match'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Notification Settings' }).click()
    const settings = page.locator('#notifications')
    await expect.poll(() => settings.evaluate((section) => section === document.activeElement)).toBe(true)
    const box = settings.getByRole('checkbox', { name: 'Trade opened here' })
    const before = await box.isChecked()
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(!before)
    await page.reload()
    await expect.poll(() => box.isChecked()).toBe(!before)
    await page.context().close()
  })

  test('without a subscription it says so and leads to the strategies', async () => {
    const page = await screens().open('newcomer', place, '/profile')
    await seeTexts(page, ['No Subscribed Strategies', 'nila@example.com'])
    await page.getByRole('link', { name: 'Browse Strategies' }).click()
    await page.waitForURL('**/strategies')
    await page.context().close()
  })
}
